import { app } from 'electron';
import { trace, tracedWindow, traceQuitting } from '../app/trace.js';

traceQuitting();
app.on('window-all-closed', () => {
  trace('window-all-closed');
  setImmediate(() => app.quit());
});
app.whenReady().then(() => {
  const window = tracedWindow();
  setTimeout(() => window.destroy(), 20);
});
