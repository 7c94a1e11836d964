import { z } from 'zod';
import { issueMessage } from './input-problems.ts';
import type { SecretKeeping } from './key-store.ts';
import type { Failure } from './result.ts';
import type { Workspace } from './workspace.ts';

/** File name extension of a backup, without the dot. */
export const BACKUP_EXTENSION = 'callboard-backup';

export const MIN_PASSPHRASE_LENGTH = 12;

const MAX_PASSPHRASE_LENGTH = 500;

export const newPassphrase = z
  .string()
  .max(10 * MAX_PASSPHRASE_LENGTH, issueMessage('too_long', { most: MAX_PASSPHRASE_LENGTH }))
  .refine(
    (text) => [...text].length >= MIN_PASSPHRASE_LENGTH,
    issueMessage('too_short', { least: MIN_PASSPHRASE_LENGTH }),
  )
  .refine(
    (text) => [...text].length <= MAX_PASSPHRASE_LENGTH,
    issueMessage('too_long', { most: MAX_PASSPHRASE_LENGTH }),
  );

/** The passphrase of an existing backup; only decrypting shows whether it is right. */
export const knownPassphrase = z
  .string()
  .min(1, issueMessage('passphrase_missing'))
  .max(10 * MAX_PASSPHRASE_LENGTH, issueMessage('passphrase_too_long'));

/** When and where the last backup was made on this computer. */
export interface LastBackup {
  /** UTC ms. */
  readonly at: number;
  readonly path: string;
}

/** A backup that Callboard made by itself. */
export const automaticBackupFile = z.object({
  path: z.string(),
  /** UTC ms. */
  at: z.int(),
  bytes: z.int(),
});
export type AutomaticBackupFile = Readonly<z.output<typeof automaticBackupFile>>;

/** How many automatic backups a person may choose to keep. */
export const MAX_BACKUPS_KEPT = 90;

/** Daily backups to a folder. */
export interface AutomaticBackupState {
  readonly enabled: boolean;
  /** Null until chosen. */
  readonly folder: string | null;
  readonly last: AutomaticBackupFile | null;
  /** Why there is none since then. `since`: the first failure, UTC ms. */
  readonly problem: { readonly failure: Failure; readonly since: number } | null;
  /** How the passphrase is kept, or would be. */
  readonly keeping: SecretKeeping;
  /** How many were written and not deleted. */
  readonly count: number;
  /** Those made before the last erasure of a person, who is still in them. */
  readonly beforeErasure: readonly AutomaticBackupFile[];
}

export interface BackupProgress {
  /** `opening` decrypts and checks a file without changing anything; `automatic` gives way to the others. */
  readonly work: 'making' | 'opening' | 'restoring' | 'starting_over' | 'automatic';
  /** 0 to 1; null while unknown. */
  readonly done: number | null;
}

export interface BackupState {
  readonly last: LastBackup | null;
  /** Tracked requests of all workspaces of this computer. */
  readonly requests: number;
  /** What keeps a backup from being restored here; null: nothing. */
  readonly content: PresentContent | null;
  /** Whether there are requests but no recent backup. */
  readonly due: boolean;
  readonly progress: BackupProgress | null;
  readonly automatic: AutomaticBackupState;
}

/** What is here in other workspaces than a practice workspace. */
export interface PresentContent {
  readonly requests: number;
  /** Submissions that are neither accepted nor discarded. */
  readonly open: number;
}

/** A file chosen for restoring. */
export interface ChosenBackup {
  readonly name: string;
}

export interface MadeBackup {
  readonly path: string;
  /**
   * Why the backup lacks keys of blocked numbers of erased people: the key store is locked, or has lost them. Null if it has
   * all. A computer with such a backup alone sends nothing, because it can't tell these numbers.
   */
  readonly keysMissing: 'waiting' | 'lost' | null;
}

/** Contents of an opened backup. Nothing is restored yet. */
export interface BackupContents {
  /** UTC ms. */
  readonly madeAt: number;
  /** The version of Callboard that made it. */
  readonly madeBy: string;
  readonly workspaces: readonly BackedUpWorkspace[];
  /** Open submissions that will need a decision, because they may have been sent since. */
  readonly toDecide: number;
}

export interface BackedUpWorkspace extends Pick<Workspace, 'id' | 'name' | 'kind' | 'baseUrl'> {
  readonly requests: number;
  /** Submissions that are neither accepted nor discarded. */
  readonly open: number;
}

/** Counts of what came with a backup. */
export interface RestoreReport {
  readonly workspaces: number;
  readonly requests: number;
  /** Submissions now under Needs your decision because they waited in the backup. */
  readonly toDecide: number;
  /** Drafts, refused submissions, and those that needed a decision before. */
  readonly others: number;
}
