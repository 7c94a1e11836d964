import type { BackupContents, RestoreReport } from '../../shared/backup.ts';

/** What goes into a backup beside the data. */
export interface NewBackup {
  readonly passphrase: string;
  /** UTC ms. */
  readonly madeAt: number;
  /** The version of Callboard. */
  readonly madeBy: string;
  /** Settings that make sense on another computer. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A backup that was read to its end and found whole; its rows lie beside the data. */
export interface OpenedBackup {
  readonly contents: BackupContents;
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface RestoredBackup {
  readonly report: RestoreReport;
  /** Which workspace of the backup is which one here, by their ids. */
  readonly workspaces: readonly { readonly backedUp: string; readonly here: string }[];
}

/** How far a work is, and what stops it. */
export interface WorkSignals {
  readonly signal: AbortSignal;
  /** 0 to 1. */
  readonly onProgress: (done: number) => void;
}

/** The data of all workspaces, into a backup and out of one. Failures are CodedErrors, `cancelled` among them. */
export interface BackupArchive {
  /** The encrypted file, piece by piece: the data as it is when the first is asked for. Nobody who writes has to wait. */
  make(backup: NewBackup, signals: WorkSignals): AsyncIterable<Uint8Array>;
  /** Reads, proves and lays out a backup file. Nothing of the data changes. An earlier one that was opened is dropped. */
  open(file: string, passphrase: string, signals: WorkSignals): Promise<OpenedBackup>;
  /**
   * Merges the opened backup into the data: all of it or nothing. `notesHeading` is written above notes of the backup
   * that are put below those of here.
   */
  restore(
    restore: { readonly now: number; readonly notesHeading: string },
    signals: WorkSignals,
  ): Promise<RestoredBackup>;
  /** Takes away what was laid out, of this run and of earlier ones. */
  discard(): Promise<void>;
}
