import { z } from 'zod';
import {
  type BackupContents,
  type BackupState,
  type ChosenBackup,
  knownPassphrase,
  type MadeBackup,
  newPassphrase,
  type RestoreReport,
} from '../../backup.ts';
import { call, nothing } from '../call.ts';

export const backup = {
  state: call(nothing).answers<BackupState>(),
  /** Asks where, and makes a backup of all workspaces; null when the person cancelled the asking. */
  make: call(z.object({ passphrase: newPassphrase })).answers<MadeBackup | null>(),
  /** Asks for the file to restore; null when the person cancelled. */
  choose: call(nothing).answers<ChosenBackup | null>(),
  /** Reads the chosen file to its end and says what it holds. Nothing changes. */
  open: call(z.object({ passphrase: knownPassphrase })).answers<BackupContents>(),
  /** Merges the opened backup into the data: all of it or nothing. */
  restore: call(nothing).answers<RestoreReport>(),
  /** Breaks off what is being done; else drops the chosen file. */
  cancel: call(nothing).answers<null>(),
  remindLater: call(nothing).answers<null>(),
};
