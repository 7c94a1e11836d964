import { z } from 'zod';
import { says } from './input-problems.ts';

/** The ending of a backup's name, without the dot. */
export const BACKUP_EXTENSION = 'callboard-backup';

/** The fewest characters of a passphrase. */
export const PASSPHRASE_LEAST = 12;

const PASSPHRASE_MOST = 500;

/** The passphrase of a new backup. */
export const newPassphrase = z
  .string()
  .max(10 * PASSPHRASE_MOST, says('too_long', { most: PASSPHRASE_MOST }))
  .refine((text) => [...text].length >= PASSPHRASE_LEAST, says('too_short', { least: PASSPHRASE_LEAST }))
  .refine((text) => [...text].length <= PASSPHRASE_MOST, says('too_long', { most: PASSPHRASE_MOST }));

/** The passphrase of a backup there is: the backup alone says whether it is the right one. */
export const knownPassphrase = z
  .string()
  .min(1, says('passphrase_missing'))
  .max(10 * PASSPHRASE_MOST, says('passphrase_too_long'));

/** When and where the last backup was made on this computer. */
export interface LastBackup {
  /** UTC ms. */
  readonly at: number;
  readonly path: string;
}

/** What is being done with a backup, and how far it is. */
export interface BackupProgress {
  /** `opening`: read, opened and checked; nothing is changed by it. */
  readonly work: 'making' | 'opening' | 'restoring';
  /** 0 to 1; null while nobody can tell. */
  readonly done: number | null;
}

/** What the Backup part of Settings shows. */
export interface BackupState {
  readonly last: LastBackup | null;
  /** Tracked requests of all workspaces of this computer. */
  readonly requests: number;
  /** Requests there are and a last backup that is old, or none. */
  readonly due: boolean;
  readonly progress: BackupProgress | null;
}

/** A file that was chosen to be restored. */
export interface ChosenBackup {
  readonly name: string;
}

export interface MadeBackup {
  readonly path: string;
}

/** What an opened backup holds, and what of it is here already. Nothing is restored yet. */
export interface BackupContents {
  /** UTC ms. */
  readonly madeAt: number;
  /** The version of Callboard that made it. */
  readonly madeBy: string;
  readonly workspaces: readonly BackedUpWorkspace[];
  /** Open submissions that will need a person's decision, because another computer may have sent them since. */
  readonly toDecide: number;
  /** Submissions of this computer that the backup knows to be accepted. */
  readonly settled: number;
}

export interface BackedUpWorkspace {
  /** Its id on the computer of the backup. */
  readonly id: string;
  readonly name: string;
  readonly kind: 'practice' | 'service';
  readonly baseUrl: string;
  readonly requests: number;
  /** Of them, those that are not on this computer. */
  readonly newRequests: number;
  /** Submissions that are neither accepted nor discarded. */
  readonly open: number;
  /** The workspace of this computer that it joins; null where it is added. */
  readonly joins: string | null;
}

/** What a restore did. */
export interface RestoreReport {
  readonly workspacesAdded: number;
  readonly requestsAdded: number;
  /** Requests that were here already, and stay as they are here. */
  readonly requestsKnown: number;
  /** Under Needs your decision from now on. */
  readonly toDecide: number;
  readonly settled: number;
  /** Backed-up drafts and refused ones that were added. */
  readonly othersAdded: number;
}
