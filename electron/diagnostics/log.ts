import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type FieldsOf,
  type Kind,
  LOG_EVENTS,
  type LogEvent,
  type LogEventName,
  textOf,
} from './log-events.ts';
import type { LogFile, LogFileStats } from './log-file.ts';
import { type ErrorFacts, reduceError, type StackFilter } from './reduce-error.ts';

/** Where an error occurred: an IPC channel or an area. */
type ErrorOrigin = NonNullable<FieldsOf<'trouble'>['where']>;

interface LogOptions {
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
 * Callboard's log. Allow-lists (`log-events.ts`, `reduce-error.ts`) decide what it may contain, so that names, phone
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

/** A fixed-window rate limit that counts what it drops. */
export class RateLimit {
  private readonly limit: number;
  private readonly windowMs: number;
  private readonly now: () => number;
  private windowStart = Number.NEGATIVE_INFINITY;
  private used = 0;
  private dropped = 0;

  /** `now`: monotonic, ms. */
  constructor(limit: number, windowMs: number, now: () => number = () => performance.now()) {
    this.limit = limit;
    this.windowMs = windowMs;
    this.now = now;
  }

  /** `dropped`: how many were refused since the last one that was allowed. */
  tryAcquire(): { readonly allowed: boolean; readonly dropped: number } {
    const now = this.now();
    if (now - this.windowStart >= this.windowMs) {
      this.windowStart = now;
      this.used = 0;
    }
    if (this.used >= this.limit) {
      this.dropped += 1;
      return { allowed: false, dropped: 0 };
    }
    this.used += 1;
    const { dropped } = this;
    this.dropped = 0;
    return { allowed: true, dropped };
  }
}

/** This installation's secret salt for hashing ids in the log, in a file next to the log. */
export class PersistedSalt {
  private readonly folder: string;
  private hash: SaltedHash | undefined;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Loaded or created on first use. A salt that can't be stored lasts until the app quits. */
  get(): SaltedHash {
    this.hash ??= new SaltedHash(this.read() ?? this.create());
    return this.hash;
  }

  /** Deletes the salt, so that ids get new hashes. Rejects if the system refuses. */
  async renew(): Promise<void> {
    await rm(this.path, { force: true });
    this.hash = undefined;
  }

  private get path(): string {
    return join(this.folder, 'salt');
  }

  private read(): Buffer | undefined {
    try {
      const salt = readFileSync(this.path);
      return salt.length === SALT_BYTES ? salt : undefined;
    } catch {
      return undefined;
    }
  }

  private create(): Buffer {
    const salt = newSalt();
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      writeFileSync(this.path, salt, { mode: 0o600 });
    } catch {
      // Harmless: hashes only can't be matched with those of other runs.
      return salt;
    }
    return salt;
  }
}

/** No vowels or digits, so that a hash never looks like a word or a number. */
const LETTERS = 'bcdfghjklmnpqrst';

/** Pseudonyms for ids: irreversible, and stable until the salt changes. */
class SaltedHash {
  private readonly salt: Buffer;

  constructor(salt: Buffer) {
    this.salt = salt;
  }

  of(id: string): string {
    const digest = createHmac('sha256', this.salt).update(id).digest().subarray(0, 5);
    return [...digest].map((byte) => `${LETTERS[byte >> 4]}${LETTERS[byte & 15]}`).join('');
  }
}

function newSalt(): Buffer {
  return randomBytes(SALT_BYTES);
}

const SALT_BYTES = 32;
