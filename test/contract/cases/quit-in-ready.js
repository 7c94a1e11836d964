import { app } from 'electron';
import { trace, traceQuitting } from '../app/trace.js';

traceQuitting();
app.on('ready', () => {
  trace('ready');
  app.quit();
  trace('quit returned');
  // A quit under way ignores another.
  app.quit();
});
