import { setTimeout as pause } from 'node:timers/promises';
import { app } from 'electron';
import { trace, traceQuitting } from '../app/trace.js';

traceQuitting();
app.whenReady().then(() => {
  trace('whenReady resolved', { isReady: app.isReady() });
  app.whenReady().then(() => {
    trace('later whenReady resolved');
    app.quit();
  });
});
app.on('will-finish-launching', () => trace('will-finish-launching', { isReady: app.isReady() }));
app.on('ready', () => trace('ready', { isReady: app.isReady() }));
trace('main begins', { isReady: app.isReady() });
// Electron waits for an ES module, with its top-level await.
await pause(20);
trace('main ends', { isReady: app.isReady() });
