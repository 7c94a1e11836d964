import { join } from 'node:path';
import electronLog from 'electron-log/node';
import { Log } from '../diagnostics/log.ts';
import { LogFile } from '../diagnostics/log-file.ts';
import { LogRecord } from '../diagnostics/log-record.ts';
import { PersistedSalt } from '../diagnostics/persisted-salt.ts';
import { StackFilter } from '../diagnostics/stack-filter.ts';

const MIB = 1024 * 1024;

/** Where the log is, below the user's data. */
export function logFolder(userData: string): string {
  return join(userData, 'logs');
}

export interface OpenLogOptions {
  readonly userData: string;
  /** Where the main process's own files are. */
  readonly builtFolder: string;
  /** Whether warnings and errors are also shown where whoever develops Callboard looks. */
  readonly terminal: boolean;
}

/**
 * Opens Callboard's log. electron-log takes what is logged to it, without any of its own ways out: no file in its
 * default place, no console, no channel to pages, no server. In their place stands {@link LogFile}; and a hook lets
 * nothing through but records, whoever uses the logger. `electron-log/node` is the variant that adds no IPC channels.
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

/** A transport of electron-log that writes lines of records. */
function transport(level: 'info' | 'warn', write: (line: string) => void) {
  const take = ({ data, date }: { readonly data: readonly unknown[]; readonly date: Date }): void => {
    write(recordOf(data).lineAt(date.getTime()));
  };
  return Object.assign(take, { level, transforms: [] });
}

/** What was given to the logger, where it is a record; else that it was none. */
function recordOf(data: readonly unknown[]): LogRecord {
  const [given] = data;
  return given instanceof LogRecord ? given : LogRecord.of('not_a_record', {}, () => '');
}
