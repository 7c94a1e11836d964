import { join } from 'node:path';
import { Log, type LogRecord, PersistedSalt } from '../diagnostics/log.ts';
import { LogFile, logFolder } from '../diagnostics/log-file.ts';
import { StackFilter } from '../diagnostics/reduce-error.ts';

const MIB = 1024 * 1024;

interface OpenLogOptions {
  readonly userData: string;
  /** The main process's built files. */
  readonly builtFolder: string;
  /** Whether to print warnings and errors to the terminal, too. */
  readonly terminal: boolean;
}

/** Opens Callboard's log. Only a {@link LogRecord} can be written, and records hold no personal data. */
export function openLog({ userData, builtFolder, terminal }: OpenLogOptions): Log {
  const folder = logFolder(userData);
  const file = new LogFile({ folder, name: 'callboard', maxBytes: MIB, files: 5 });
  const salt = new PersistedSalt(folder);
  const write = (record: LogRecord): void => {
    const line = record.lineAt(Date.now());
    file.write(line);
    if (terminal && record.level !== 'info') process.stderr.write(`${line}\n`);
  };
  return new Log({
    write,
    file,
    ownCode: new StackFilter([builtFolder, join(builtFolder, '../renderer/assets')]),
    hash: () => salt.get(),
    renewSalt: () => salt.renew(),
  });
}
