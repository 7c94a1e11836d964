import { app } from 'electron';
import { trace, tracedWindow, traceQuitting } from '../app/trace.js';

traceQuitting();
app.on('window-all-closed', () => trace('window-all-closed'));
app.whenReady().then(() => {
  for (const number of [1, 2]) tracedWindow({ number });
  app.quit();
  trace('quit returned');
});
