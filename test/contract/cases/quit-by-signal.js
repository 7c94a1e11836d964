import { app } from 'electron';
import { ask, trace, tracedWindow, traceQuitting } from '../app/trace.js';

traceQuitting();
app.whenReady().then(() => {
  const window = tracedWindow();
  window.on('closed', () => trace('after closed'));
  ask('send SIGTERM');
});
