import type { FieldsOf, LogEvent, LogEventName } from './log-events.ts';
import type { LogFile, LogFileStats } from './log-file.ts';
import { LogRecord } from './log-record.ts';
import { RateLimit } from './rate-limit.ts';
import { reduceError } from './reduce-error.ts';
import type { SaltedHash } from './salted-hash.ts';
import type { StackFilter } from './stack-filter.ts';

/** Where an error occurred: an IPC channel or an area. */
export type ErrorOrigin = NonNullable<FieldsOf<'trouble'>['where']>;

export interface LogOptions {
  /** Logs a record; never throws. */
  readonly write: (record: LogRecord) => void;
  readonly file: LogFile;
  readonly ownCode: StackFilter;
  /** The hash for ids; a new one after `renewSalt`. */
  readonly hash: () => SaltedHash;
  /** Replaces the salt, so that earlier and later hashes of an id can't be linked. */
  readonly renewSalt: () => Promise<void>;
  /** UTC ms. */
  readonly now?: () => number;
}

const MAX_ERRORS_PER_MINUTE = 300;

/**
 * Callboard's log. Allow-lists (`log-events.ts`, `known-errors.ts`) decide what it may contain, so that names, phone
 * numbers, tokens, addresses and paths can't get in. Logging never throws or blocks.
 */
export class Log {
  private readonly options: LogOptions;
  private readonly limit = new RateLimit(MAX_ERRORS_PER_MINUTE, 60_000);
  private reportedLost = 0;

  constructor(options: LogOptions) {
    this.options = options;
  }

  readonly event: LogEvent = (name, fields) => {
    this.options.write(this.record(name, fields));
  };

  /** Logs an error, reduced to what may be logged. */
  readonly error = (error: unknown, where: string = 'main'): void => {
    const { allowed, dropped } = this.limit.tryAcquire();
    if (!allowed) return;
    if (dropped > 0) this.event('log_lines_lost', { count: dropped });
    this.options.write(this.errorRecord(error, where));
  };

  /** Logs an event synchronously, for a process that may be ended at any moment. */
  readonly eventNow: LogEvent = (name, fields) => {
    this.writeNow(this.record(name, fields));
  };

  /** Logs an error synchronously, for a process about to exit. */
  fatal(error: unknown, where: ErrorOrigin): void {
    this.writeNow(this.errorRecord(error, where));
  }

  /** The last `max` lines, oldest first. */
  lines(max: number): Promise<string[]> {
    return this.options.file.lines(max);
  }

  async stats(): Promise<LogFileStats> {
    const stats = await this.options.file.stats();
    if (stats.writable && stats.lost > this.reportedLost) {
      this.event('log_lines_lost', { count: stats.lost - this.reportedLost });
      this.reportedLost = stats.lost;
    }
    return stats;
  }

  /** Deletes all log files and the salt of their hashes. Rejects if the system refuses. */
  async deleteLogs(): Promise<void> {
    await this.options.file.delete();
    await this.options.renewSalt();
    this.event('logs_deleted', {});
  }

  /** Resolves when every line so far is written or dropped. */
  flush(): Promise<void> {
    return this.options.file.flush();
  }

  private writeNow(record: LogRecord): void {
    this.options.file.writeNow(record.lineAt((this.options.now ?? Date.now)()));
  }

  private errorRecord(error: unknown, where: string): LogRecord {
    return this.record('trouble', { where }, error);
  }

  private record<Name extends LogEventName>(
    name: Name,
    fields: FieldsOf<Name>,
    ...thrown: readonly unknown[]
  ): LogRecord {
    const { hash, ownCode } = this.options;
    const facts = thrown.length === 0 ? undefined : reduceError(thrown[0], ownCode);
    return LogRecord.of(name, fields, (id) => hash().of(id), facts);
  }
}
