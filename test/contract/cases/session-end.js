import { app } from 'electron';
import { ask, trace, tracedWindow, traceQuitting } from '../app/trace.js';

traceQuitting();
app.on('window-all-closed', () => trace('window-all-closed'));
app.whenReady().then(() => {
  for (const number of [1, 2]) {
    const window = tracedWindow({ number });
    window.on('session-end', () => trace('session-end', { number, visible: window.isVisible() }));
  }
  ask('end the session');
});
