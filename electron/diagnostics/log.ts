import type { FieldsOf, LogEvent, LogEventName } from './log-events.ts';
import type { LogFile, LogFileFacts } from './log-file.ts';
import { LogRecord } from './log-record.ts';
import { RateLimit } from './rate-limit.ts';
import { reduceError } from './reduce-error.ts';
import type { SaltedHash } from './salted-hash.ts';
import type { StackFilter } from './stack-filter.ts';

/** Where trouble was met: a channel of the contract or an area. */
export type TroublePlace = NonNullable<FieldsOf<'trouble'>['where']>;

export interface LogOptions {
  /** Takes a record to the log; never throws. */
  readonly write: (record: LogRecord) => void;
  readonly file: LogFile;
  readonly ownCode: StackFilter;
  /** Gives the hash that ids are written with; a new one after `renewSalt`. */
  readonly hash: () => SaltedHash;
  /** Forgets the salt, so that later hashes cannot be told to be of the same ids as earlier ones. */
  readonly renewSalt: () => Promise<void>;
  /** UTC ms. */
  readonly now?: () => number;
}

/** Errors that come by the thousand say no more than the first few hundred. */
const MOST_TROUBLE_A_MINUTE = 300;

/**
 * Callboard's log. What may be in it is decided by lists of what is allowed (`log-events.ts`, `known-errors.ts`):
 * names, phone numbers, tokens, addresses and paths have no way in. Nothing here throws or waits.
 */
export class Log {
  private readonly options: LogOptions;
  private readonly limit = new RateLimit(MOST_TROUBLE_A_MINUTE, 60_000);
  private toldOfLost = 0;

  constructor(options: LogOptions) {
    this.options = options;
  }

  readonly event: LogEvent = (name, fields) => {
    this.options.write(this.record(name, fields));
  };

  /** Writes what may be known of something that was thrown. */
  readonly trouble = (error: unknown, where: string = 'main'): void => {
    const { passes, leftOut } = this.limit.take();
    if (!passes) return;
    if (leftOut > 0) this.event('log_lines_lost', { count: leftOut });
    this.options.write(this.troubleRecord(error, where));
  };

  /** The same at once, for the last words before the process ends. */
  lastWords(error: unknown, where: TroublePlace): void {
    this.options.file.writeNow(this.troubleRecord(error, where).lineAt((this.options.now ?? Date.now)()));
  }

  /** The newest lines, the oldest of them first. */
  lines(most: number): Promise<string[]> {
    return this.options.file.lines(most);
  }

  async facts(): Promise<LogFileFacts> {
    const facts = await this.options.file.facts();
    if (facts.writable && facts.lost > this.toldOfLost) {
      this.event('log_lines_lost', { count: facts.lost - this.toldOfLost });
      this.toldOfLost = facts.lost;
    }
    return facts;
  }

  /** Deletes everything that was written so far, and the salt of its hashes. Rejects where the system refuses that. */
  async deleteLogs(): Promise<void> {
    await this.options.file.delete();
    await this.options.renewSalt();
    this.event('logs_deleted', {});
  }

  /** Resolves when everything so far is on the disk or refused. */
  flush(): Promise<void> {
    return this.options.file.flush();
  }

  private troubleRecord(error: unknown, where: string): LogRecord {
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
