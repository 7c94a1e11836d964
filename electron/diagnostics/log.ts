import {
  type FieldsOf,
  type Kind,
  LOG_EVENTS,
  type LogEvent,
  type LogEventName,
  textOf,
} from './log-events.ts';
import type { LogFile, LogFileStats } from './log-file.ts';
import type { SaltedHash } from './persisted-salt.ts';
import { RateLimit } from './rate-limit.ts';
import { type ErrorFacts, reduceError } from './reduce-error.ts';
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

/** One line of the log. Only {@link LogRecord.of} creates records, so their content has passed the allow-list. */
export class LogRecord {
  readonly level: 'error' | 'warn' | 'info';
  /** The event and its fields as `name=value`; neither contains spaces or line breaks. */
  readonly text: string;

  private constructor(level: LogRecord['level'], text: string) {
    this.level = level;
    this.text = text;
  }

  /** `hash` replaces ids; `error` belongs to the event `trouble`. */
  static of<Name extends LogEventName>(
    name: Name,
    fields: FieldsOf<Name>,
    hash: (id: string) => string,
    error?: ErrorFacts,
  ): LogRecord {
    const shape = LOG_EVENTS[name];
    const kinds: Readonly<Record<string, Kind>> = shape.fields;
    const given: Readonly<Record<string, unknown>> = fields;
    const parts = Object.entries(kinds)
      .filter(([field]) => given[field] !== undefined)
      .map(([field, kind]) => `${field}=${textOf(kind, given[field], hash).replaceAll(' ', '_')}`);
    if (error) parts.push(...errorParts(error));
    return new LogRecord(shape.level, [name, ...parts].join(' '));
  }

  /** The line with its time (UTC ms). */
  lineAt(now: number): string {
    return `${new Date(now).toISOString()} ${this.level.padEnd(5)} ${this.text}`;
  }
}

function errorParts(error: ErrorFacts): string[] {
  return [
    `error=${summaryOf(error)}`,
    ...(error.places.length > 0 ? [`at=${error.places.join(',')}`] : []),
    ...error.causes.flatMap((cause) => errorParts(cause).map((part) => `cause.${part}`)),
  ];
}

/** `TypeError`, `Error(ENOSPC)`, `Error(ERR_SQLITE_ERROR,sqlite:5,database_locked)`. */
function summaryOf({ name, code, sqlite, http, meaning }: ErrorFacts): string {
  const more = [
    code,
    sqlite === undefined ? undefined : `sqlite:${sqlite}`,
    http === undefined ? undefined : `http:${http}`,
    meaning,
  ].filter((part) => part !== undefined);
  return more.length === 0 ? name : `${name}(${more.join(',')})`;
}
