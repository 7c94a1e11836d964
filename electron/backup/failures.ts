import { FailureError, fail } from '../../shared/result.ts';

/** What can be wrong with a backup or its passphrase, in words for a person. Nothing was restored in any of these. */
export const backupFailures = {
  notABackup: () =>
    new FailureError(
      fail('not_a_backup', 'This file is not a backup of Callboard.', {
        nextStep: 'Choose a file that Callboard made; its name ends in .callboard-backup.',
      }),
    ),
  tooNew: () =>
    new FailureError(
      fail('backup_too_new', 'This backup was made by a newer Callboard than this one.', {
        nextStep: 'Update Callboard on this computer, then restore the backup.',
      }),
    ),
  tooOld: () =>
    new FailureError(
      fail('backup_too_old', 'This backup was made by a development version of Callboard.', {
        nextStep: 'Nothing was restored: this version cannot read it. Use a backup of a released version.',
      }),
    ),
  wrongPassphrase: () =>
    new FailureError(
      fail('wrong_passphrase', 'The passphrase does not open this backup.', {
        nextStep:
          'Look at what you typed and try again. If you are sure of it, the file may be damaged at its beginning.',
      }),
    ),
  damaged: (cause?: unknown) =>
    new FailureError(
      fail('backup_damaged', 'This backup is damaged: it was cut off or changed after it was made.', {
        nextStep: 'Nothing was restored. Copy the file again from where it was kept, or use another backup.',
      }),
      { cause },
    ),
  /** Whoever made it knew the passphrase, but it does not hold what Callboard writes. */
  unfit: (cause?: unknown) =>
    new FailureError(
      fail('backup_unfit', 'This backup holds something that Callboard would not have written.', {
        nextStep: 'Nothing was restored. Use another backup, and be careful with where this file came from.',
      }),
      { cause },
    ),
  unreadable: (cause: unknown) =>
    new FailureError(
      fail('backup_unreadable', 'The file cannot be read any more.', {
        nextStep: 'Look whether it is still there and its drive connected, then choose it again.',
      }),
      { cause },
    ),
  diskFull: (cause: unknown) =>
    new FailureError(
      fail('disk_full', 'The disk of this computer is full.', {
        nextStep: 'Nothing was restored. Make room, then try again.',
      }),
      { cause },
    ),
  busy: (cause: unknown) =>
    new FailureError(
      fail('database_busy', 'Something else is writing to the data of Callboard just now.', {
        nextStep: 'Nothing was restored. Try again in a minute.',
      }),
      { cause },
    ),
  cancelled: () => new FailureError(fail('cancelled', 'This was cancelled.')),
};
