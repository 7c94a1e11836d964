import { app } from 'electron';
import { ask, trace, tracedWindow, traceQuitting } from '../app/trace.js';

traceQuitting();
app.once('before-quit', (event) => {
  event.preventDefault();
  // Nested in the quit that began outside JavaScript, whose end then revokes it.
  void Promise.resolve().then(() => app.quit());
});
app.on('window-all-closed', () => {
  trace('window-all-closed');
  setImmediate(() => app.quit());
});
app.whenReady().then(() => {
  tracedWindow();
  ask('send SIGTERM');
});
