import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Log, PersistedSalt } from '../../../electron/diagnostics/log.ts';
import { LogFile } from '../../../electron/diagnostics/log-file.ts';
import { StackFilter } from '../../../electron/diagnostics/reduce-error.ts';
import { temporaryFolder } from '../../temp-folder.ts';

/** A fixed log time, since the digits of a real one could match a phone number in these tests. */
const AT = Date.UTC(2000, 0, 1);

/** A log in real files in its own folder. Code in this folder or `codeFolders` counts as the app's own. */
export function logUnderTest(options: { readonly codeFolders?: readonly string[] } = {}) {
  const folder = join(temporaryFolder(), 'logs');
  const file = new LogFile({ folder, name: 'callboard', maxBytes: 4 * 1024 * 1024, files: 4 });
  const salt = new PersistedSalt(folder);
  const log = new Log({
    write: (record) => file.write(record.lineAt(AT)),
    file,
    ownCode: new StackFilter(options.codeFolders ?? [import.meta.dirname]),
    hash: () => salt.get(),
    renewSalt: () => salt.renew(),
    now: () => AT,
  });
  return { log, file, folder, written: () => writtenIn(log, folder) };
}

/** The content of all log files. */
async function writtenIn(log: Log, folder: string): Promise<string> {
  await log.flush();
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n');
}
