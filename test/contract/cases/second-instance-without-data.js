import { app } from 'electron';
import { ask, trace } from '../app/trace.js';

if (app.requestSingleInstanceLock()) {
  app.on('second-instance', (_event, _argv, _workingDirectory, data) => {
    trace('second-instance', { data: data === undefined ? 'undefined' : data });
    app.quit();
  });
  app.whenReady().then(() => ask('start a second instance'));
} else {
  app.quit();
}
