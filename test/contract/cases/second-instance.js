import { app } from 'electron';
import { ask, trace, traceQuitting } from '../app/trace.js';

traceQuitting();
const sent = { from: 'contract', deep: [1, null, { text: 'ä' }] };
if (app.requestSingleInstanceLock(sent)) {
  trace('got the lock', { hasLock: app.hasSingleInstanceLock() });
  app.on('second-instance', (_event, argv, workingDirectory, data) => {
    trace('second-instance', {
      isReady: app.isReady(),
      links: argv.filter((argument) => argument.startsWith('app.contract:')),
      sameFolder: workingDirectory === process.cwd(),
      data,
    });
    app.quit();
  });
  app.on('ready', () => trace('ready'));
  ask('start a second instance');
} else {
  trace('did not get the lock', { hasLock: app.hasSingleInstanceLock() });
  app.quit();
}
