import type { Failure } from '../../../shared/result.ts';
import type { OpenedBackup } from '../../backup/ports.ts';
import type { BackupAbout } from './backup-records.ts';
import type { Merged, Restoring } from './merge/merge.ts';

/** What the backup worker and its client say to each other. A worker does one work and ends. */
export type BackupWork = { readonly flag: SharedArrayBuffer; readonly path: string } & (
  | ({ readonly work: 'make'; readonly passphrase: string } & Omit<BackupAbout, 'schema' | 'content'>)
  | { readonly work: 'open'; readonly file: string; readonly passphrase: string; readonly staged: string }
  | ({ readonly work: 'restore'; readonly staged: string } & Restoring)
);

export type BackupWorkReply =
  | { readonly reply: 'progress'; readonly done: number }
  /** Of `make`, one for each `next`. */
  | { readonly reply: 'piece'; readonly bytes: Uint8Array }
  | { readonly reply: 'made' }
  | { readonly reply: 'opened'; readonly opened: OpenedBackup }
  | { readonly reply: 'restored'; readonly merged: Merged }
  /** An error's class does not survive the way between threads: a CodedError comes as its failure. */
  | { readonly reply: 'failed'; readonly failure: Failure | null; readonly error: unknown };

/** What asks a worker that makes a backup for the next piece. */
export const NEXT = 'next';
