import type { RestoreReport } from '../../../shared/backup.ts';
import { CodedError, type Failure } from '../../../shared/result.ts';
import type { OpenedBackup } from '../../backup/backup-manager.ts';
import type { BackupAbout } from './backup-records.ts';
import type { Restoring } from './restore.ts';

/** Reports progress of a long job, and cancels it. */
export interface WorkControl {
  /** 0 to 1. */
  progress(done: number): void;
  /** Throws a CodedError `cancelled` once cancellation was requested. */
  check(): void;
}

/** A control cancelled by a flag shared with another thread; throttles `notify` to ten calls a second. */
export function sharedControl(flag: Int32Array, notify: (done: number) => void): WorkControl {
  let notifiedAt = 0;
  return {
    progress: (done) => {
      const now = performance.now();
      if (now - notifiedAt < 100) return;
      notifiedAt = now;
      notify(Math.min(1, done));
    },
    check: () => {
      if (Atomics.load(flag, 0) !== 0) throw new CodedError('cancelled');
    },
  };
}

/** The job of a backup worker, which runs one and ends. A `flag` other than 0 cancels it. */
export type BackupWork = { readonly flag: SharedArrayBuffer; readonly path: string } & (
  | ({
      readonly work: 'make';
      readonly passphrase: string;
      readonly workFactor: number | undefined;
      readonly staged: string;
    } & Omit<BackupAbout, 'schema' | 'content'>)
  | { readonly work: 'open'; readonly file: string; readonly passphrase: string; readonly staged: string }
  | ({ readonly work: 'restore'; readonly staged: string } & Restoring)
  | { readonly work: 'start_over'; readonly staged: string; readonly now: number }
);

export type BackupWorkReply =
  | { readonly reply: 'progress'; readonly done: number }
  /** A chunk made by `make`, one for each `NEXT`. */
  | { readonly reply: 'piece'; readonly bytes: Uint8Array }
  | { readonly reply: 'made' }
  | { readonly reply: 'checked' }
  | { readonly reply: 'opened'; readonly opened: OpenedBackup }
  | { readonly reply: 'restored'; readonly report: RestoreReport }
  | { readonly reply: 'started_over'; readonly aside: string }
  /** `failure`: of a CodedError, because errors lose their class between threads. */
  | { readonly reply: 'failed'; readonly failure: Failure | null; readonly error: unknown };

/** What a backup worker that makes one is asked for: its next chunk, or to read back the file that they were written to. */
export type MakeOrder = 'next' | { readonly check: string };
