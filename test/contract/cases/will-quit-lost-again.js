import { app } from 'electron';
import { trace, tracedWindow, traceQuitting } from '../app/trace.js';

traceQuitting();
app.once('will-quit', (event) => {
  event.preventDefault();
  // Runs before Electron has taken note of the prevented will-quit, so this quit is lost.
  void Promise.resolve().then(() => app.quit());
  setTimeout(() => {
    trace('asks again');
    app.quit();
  }, 100);
});
app.whenReady().then(() => {
  tracedWindow();
  app.quit();
});
