import { join } from 'node:path';
import electronLog from 'electron-log/node';
import { Log } from '../diagnostics/log.ts';
import { LogFile } from '../diagnostics/log-file.ts';
import { LogRecord } from '../diagnostics/log-record.ts';
import { PersistedSalt } from '../diagnostics/persisted-salt.ts';
import { StackFilter } from '../diagnostics/stack-filter.ts';
import { logFolder } from './log-folder.ts';

const MIB = 1024 * 1024;

export interface OpenLogOptions {
  readonly userData: string;
  /** The main process's built files. */
  readonly builtFolder: string;
  /** Whether to print warnings and errors to the terminal, too. */
  readonly terminal: boolean;
}

/**
 * Opens Callboard's log. It uses electron-log with all built-in transports off (default file, console, IPC, remote) and
 * {@link LogFile} instead. A hook drops everything that is not a {@link LogRecord}, whoever logs it: records hold no
 * personal data. `electron-log/node` is the variant that adds no IPC channels.
 */
export function openLog({ userData, builtFolder, terminal }: OpenLogOptions): Log {
  const folder = logFolder(userData);
  const file = new LogFile({ folder, name: 'callboard', maxBytes: MIB, files: 5 });
  const salt = new PersistedSalt(folder);
  for (const transport of Object.values(electronLog.transports)) if (transport) transport.level = false;
  electronLog.hooks.push((message) => ({ ...message, data: [recordOf(message.data)] }));
  electronLog.transports['file of records'] = transport('info', (line) => file.write(line));
  if (terminal) {
    electronLog.transports['terminal'] = transport('warn', (line) => process.stderr.write(`${line}\n`));
  }
  return new Log({
    write: (record) => electronLog[record.level](record),
    file,
    ownCode: new StackFilter([builtFolder, join(builtFolder, '../renderer/assets')]),
    hash: () => salt.get(),
    renewSalt: () => salt.renew(),
  });
}

/** An electron-log transport that writes one line per record. */
function transport(level: 'info' | 'warn', write: (line: string) => void) {
  const log = ({ data, date }: { readonly data: readonly unknown[]; readonly date: Date }): void => {
    write(recordOf(data).lineAt(date.getTime()));
  };
  return Object.assign(log, { level, transforms: [] });
}

/** The record that was logged, or a `not_a_record` record in place of anything else. */
function recordOf(data: readonly unknown[]): LogRecord {
  const [given] = data;
  return given instanceof LogRecord ? given : LogRecord.of('not_a_record', {}, () => '');
}
