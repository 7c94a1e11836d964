import { app } from 'electron';
import { trace, tracedWindow, traceQuitting } from '../app/trace.js';

traceQuitting();
app.once('before-quit', (event) => {
  event.preventDefault();
  setImmediate(() => {
    trace('asks again');
    app.quit();
  });
});
app.whenReady().then(() => {
  tracedWindow();
  app.quit();
  trace('quit returned');
});
