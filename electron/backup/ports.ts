import type { BackupContents, PresentContent, RestoreReport } from '../../shared/backup.ts';
import type { NumberKeysById } from '../../shared/do-not-call.ts';

/** What there is to back up. */
export interface BackupCounts {
  /** Tracked requests. */
  readonly requests: number;
  /** The first workspace's creation, UTC ms; null without one. */
  readonly since: number | null;
  /** What keeps a backup from being restored; null: nothing. */
  readonly content: PresentContent | null;
}

/** What makes up a backup besides the data. */
export interface NewBackup {
  readonly passphrase: string;
  /** UTC ms. */
  readonly madeAt: number;
  /** The version of Callboard. */
  readonly madeBy: string;
  /** Settings that make sense on another computer. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly numberKeys: NumberKeysById;
}

/** A backup that was read to its end and validated; its rows are staged beside the data. */
export interface OpenedBackup {
  readonly contents: BackupContents;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly numberKeys: NumberKeysById;
}

/** Remembers temporary files, so that the next start deletes those that a kill has left behind. */
export interface PartialFileRegister {
  /** Registers and returns a temporary path beside `target`. */
  begin(target: string): string;
  /** Unregisters a temporary file that was renamed or deleted; keeps it in mind where its drive is away. */
  end(partial: string): void;
  /** Deletes temporary files in folders that were away and are back. */
  removeAway(onTrouble: (error: unknown) => void): void;
}

/** Progress and cancellation of one operation. */
export interface WorkSignals {
  readonly signal: AbortSignal;
  /** 0 to 1. */
  readonly onProgress: (done: number) => void;
}

/** The encrypted file of a backup. */
export interface BackupContent {
  /** In chunks: a snapshot of the data when the first is requested. Doesn't block writers. */
  readonly pieces: AsyncIterable<Uint8Array>;
  /**
   * Reads the file at `path`, to which all chunks were written, to its end: decrypts it, checks its rows and counts them.
   * Rejects with a CodedError `backup_not_read_back` if it couldn't be restored.
   */
  readonly check: (path: string) => Promise<void>;
}

/** Writes the data of all workspaces to a backup, and reads it back. Failures are CodedErrors, including `cancelled`. */
export interface BackupArchive {
  /** Makes a backup that `write` writes and checks; gives what that gives. `backup` is asked with the first chunk. */
  make<T>(
    backup: () => NewBackup,
    signals: WorkSignals,
    write: (content: BackupContent) => Promise<T>,
  ): Promise<T>;
  /** Reads, validates and stages a backup file, and drops one opened earlier. Changes no data. */
  open(file: string, passphrase: string, signals: WorkSignals): Promise<OpenedBackup>;
  /** Restores the opened backup, all of it or nothing. Numbers that were erased here are recognised with the keys. */
  restore(
    restore: { readonly now: number; readonly numberKeys: NumberKeysById },
    signals: WorkSignals,
  ): Promise<RestoreReport>;
  /** Puts the data aside in a file, whose path it gives, and empties the database except for its do-not-call list. */
  startOver(now: number, signals: WorkSignals): Promise<string>;
  /** Deletes staged backups of this run and of earlier ones. */
  discard(): Promise<void>;
}
