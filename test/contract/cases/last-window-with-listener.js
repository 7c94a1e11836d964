import { app } from 'electron';
import { trace, tracedWindow, traceQuitting } from '../app/trace.js';

traceQuitting();
app.on('window-all-closed', () => {
  trace('window-all-closed');
  setImmediate(() => {
    trace('still running');
    app.quit();
  });
});
app.whenReady().then(() => tracedWindow().close());
