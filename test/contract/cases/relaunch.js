import { app } from 'electron';
import { trace, traceQuitting } from '../app/trace.js';

const links = process.argv.filter((argument) => argument.startsWith('app.contract:'));
trace('started', { links, hasLock: app.requestSingleInstanceLock() });
traceQuitting();
app.on('quit', () => {
  if (links.length === 0) app.relaunch({ args: [...process.argv.slice(1), '--', 'app.contract:/again'] });
});
app.whenReady().then(() => app.quit());
