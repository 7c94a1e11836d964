import { app } from 'electron';
import { trace, traceQuitting } from '../app/trace.js';

traceQuitting();
app.once('before-quit', () => {
  app.quit();
  trace('nested quit returned');
});
app.whenReady().then(() => {
  app.quit();
  trace('quit returned');
});
