import { z } from 'zod';
import {
  type AutomaticBackupFile,
  type BackupContents,
  type BackupState,
  type ChosenBackup,
  knownPassphrase,
  type MadeBackup,
  newPassphrase,
  type RestoreReport,
} from '../../backup.ts';
import type { SecretKeeping } from '../../key-store.ts';
import { call, nothing } from '../call.ts';

export const backup = {
  state: call(nothing).answers<BackupState>(),
  /** Asks for a file and backs up all workspaces to it; null if the person cancelled. */
  make: call(z.object({ passphrase: newPassphrase })).answers<MadeBackup | null>(),
  /** Asks for the file to restore; null if the person cancelled. */
  choose: call(nothing).answers<ChosenBackup | null>(),
  /** Reads the whole chosen file and lists its contents. Changes nothing. */
  open: call(z.object({ passphrase: knownPassphrase })).answers<BackupContents>(),
  /** Restores the opened backup, all or nothing; only where there is no content. */
  restore: call(nothing).answers<RestoreReport>(),
  /** Puts all data aside in a file of this name, in the data folder, and begins anew; the do-not-call list stays. */
  startOver: call(nothing).answers<{ readonly name: string }>(),
  /** Cancels the running operation, or drops the chosen file if none is running. */
  cancel: call(nothing).answers<null>(),
  remindLater: call(nothing).answers<null>(),
  /** Asks for the folder of automatic backups; null if the person cancelled. */
  chooseAutomaticFolder: call(nothing).answers<{ readonly path: string } | null>(),
  /** Turns automatic backups on, or changes their passphrase, which is sealed and never comes back here. */
  setUpAutomatic: call(z.object({ passphrase: newPassphrase })).answers<{
    readonly keeping: SecretKeeping;
  }>(),
  turnOffAutomatic: call(nothing).answers<null>(),
  /** Makes an automatic backup now; answers when it is done. */
  backUpNow: call(nothing).answers<AutomaticBackupFile>(),
  /** Deletes the automatic backups made before the last erasure of a person; `left` could not be deleted. */
  deleteBeforeErasure: call(nothing).answers<{ readonly deleted: number; readonly left: number }>(),
};
