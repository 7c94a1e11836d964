import { app } from 'electron';
import { trace, tracedWindow, traceQuitting } from '../app/trace.js';

traceQuitting();
app.on('window-all-closed', () => trace('window-all-closed'));
app.whenReady().then(() => {
  tracedWindow();
  // Once its event loop runs: earlier, Electron ends at once and without events.
  setTimeout(() => app.exit(7), 100);
});
