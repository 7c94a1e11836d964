/** A process with only the app's log and error handlers. It fails as its second argument says; see failures.test.ts. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';

const [userData = '', how] = process.argv.slice(2);

const electronStub = `
  const commandLine = { hasSwitch: () => false };
  export const app = { isPackaged: true, getVersion: () => '1.2.3', on() {}, commandLine };
  export const BrowserWindow = { getAllWindows: () => [] };
  export const [protocol, session, shell] = [];
`;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: `data:text/javascript,${encodeURIComponent(electronStub)}`, shortCircuit: true }
      : next(specifier, context),
});
const { openLog } = await import('../../../electron/desktop/open-log.ts');
const { logFailures, logStart } = await import('../../../electron/desktop/log.ts');

const log = openLog({ userData, builtFolder: import.meta.dirname, terminal: false });
logFailures(log, () => process.exit(3));
await logStart(log, async () => 2);
log.event('queue_paused', { paused: true });
if (how === 'end') endBySystem();
else if (how === 'throw') setTimeout(failLoudly, 0);
else void Promise.reject(new TypeError('Ada Lovelace, +14155550100'));
if (how !== 'end') setTimeout(() => process.exit(0), 200);

function failLoudly(): void {
  throw new Error('Ada Lovelace, +14155550100', { cause: new Error('EACCES: open /home/ada/x') });
}

/** The system says that it ends the app, and does so in the midst of other work. */
function endBySystem(): void {
  log.eventNow('system_ends_app', { how: 'session_end' });
  log.event('queue_paused', { paused: false });
  const file = join(userData, 'logs', 'callboard.log');
  setInterval(() => {
    if (readFileSync(file, 'utf8').includes('paused=no')) process.kill(process.pid, 'SIGKILL');
  }, 5);
}
