import { app } from 'electron';
import { trace, tracedWindow, traceQuitting } from '../app/trace.js';

traceQuitting();
app.on('window-all-closed', () => trace('window-all-closed'));
app.once('will-quit', (event) => {
  event.preventDefault();
  setImmediate(() => {
    trace('asks again');
    app.quit();
  });
});
app.whenReady().then(() => {
  tracedWindow();
  app.quit();
});
