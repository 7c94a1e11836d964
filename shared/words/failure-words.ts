import { type CodedError, type Failure, type FailureCode, fail } from '../result.ts';
import type { ProblemWords } from './problem-words.ts';

export const FAILURE_WORDS: Readonly<
  Record<FailureCode, Partial<ProblemWords> & { readonly message: string }>
> = {
  damaged_database: {
    message: 'The database of Callboard on this computer is damaged.',
    nextStep: 'Quit Callboard and start it again: it then checks the file and says what it found.',
  },
  data_folder_gone: {
    message: "Callboard's data folder was removed while it was running.",
    nextStep:
      'Nothing was stored or sent. Make sure that the folder can be made again, and try once more. Do not quit Callboard before.',
  },
  not_a_backup: {
    message: 'This file is not a backup of Callboard.',
    nextStep: 'Choose a file that Callboard made; its name ends in .callboard-backup.',
  },
  backup_too_new: {
    message: 'This backup was made by a newer Callboard than this one.',
    nextStep: 'Update Callboard on this computer, then restore the backup.',
  },
  backup_too_old: {
    message: 'This backup was made by a development version of Callboard.',
    nextStep: 'Nothing was restored: this version cannot read it. Use a backup of a released version.',
  },
  wrong_passphrase: {
    message: 'The passphrase does not open this backup.',
    nextStep:
      'Look at what you typed and try again. If you are sure of it, the file may be damaged at its beginning.',
  },
  backup_damaged: {
    message: 'This backup is damaged: it was cut off or changed after it was made.',
    nextStep: 'Nothing was restored. Copy the file again from where it was kept, or use another backup.',
  },
  backup_unfit: {
    message: 'This backup holds something that Callboard would not have written.',
    nextStep: 'Nothing was restored. Use another backup, and be careful with where this file came from.',
  },
  backup_unreadable: {
    message: 'The file cannot be read any more.',
    nextStep: 'Look whether it is still there and its drive connected, then choose it again.',
  },
  disk_full: {
    message: 'The disk of this computer is full.',
    nextStep: 'Nothing was restored. Make room, then try again.',
  },
  database_busy: {
    message: 'Something else is writing to the data of Callboard just now.',
    nextStep: 'Nothing was restored. Try again in a minute.',
  },
  cancelled: { message: 'This was cancelled.' },
};

/** A failure that was named by its code alone, with its words. */
export function failureInWords({ code }: CodedError): Failure {
  const { message, ...more } = FAILURE_WORDS[code];
  return fail(code, message, more);
}
