import { app } from 'electron';
import { trace, tracedWindow, traceQuitting } from '../app/trace.js';

traceQuitting();
app.on('window-all-closed', () => trace('window-all-closed'));
app.whenReady().then(() => {
  const [willing, refusing] = [1, 2].map((number) => tracedWindow({ number }));
  refusing.once('close', (event) => event.preventDefault());
  willing.once('closed', () =>
    setImmediate(() => {
      // The refusal ended the quit, so closing the window does not continue it.
      refusing.close();
    }),
  );
  app.once('window-all-closed', () => setImmediate(() => app.quit()));
  app.quit();
});
