import { app } from 'electron';
import { ask, trace, tracedWindow, traceQuitting } from '../app/trace.js';

traceQuitting();
app.whenReady().then(() => {
  tracedWindow();
  process.on('SIGTERM', (signal) => {
    trace('own listener', { signal });
    setTimeout(() => {
      trace('still running');
      app.quit();
    }, 50);
  });
  ask('send SIGTERM');
});
