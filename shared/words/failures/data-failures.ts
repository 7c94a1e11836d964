import type { WordsTable } from '../../coded.ts';
import type { FailureValues } from '../../failures.ts';
import { certificateWords } from '../certificate-words.ts';
import { WRITE_TROUBLE_WORDS } from '../write-trouble-words.ts';
import type { FailureText } from './failure-text.ts';

const NOT_READ_BACK = {
  file: 'Choose another drive or folder, then make the backup again.',
  data: 'Make the backup again. If that fails too, save the diagnostics and tell whoever looks after Callboard.',
  disk: "Free some space on this computer's disk, then make the backup again.",
} as const;

/** Failures of local data, the network and updates. */
export const DATA_FAILURES = {
  damaged_database: {
    message: "Callboard's database on this computer is damaged.",
    nextStep: 'Quit Callboard and start it again. It then checks the file and reports what it found.',
  },
  data_folder_gone: {
    message: "Callboard's data folder was removed while it was running.",
    nextStep:
      "Nothing was stored or sent. Make sure the folder can be created again, then try again. Don't quit Callboard until then.",
  },
  not_stored: ({ why }) => ({
    message: WRITE_TROUBLE_WORDS[why].message,
    nextStep: `Nothing was stored or sent. ${WRITE_TROUBLE_WORDS[why].cure}, then try again.`,
  }),
  not_a_backup: {
    message: 'This file is not a Callboard backup.',
    nextStep: 'Choose a file that Callboard made; its name ends in .callboard-backup.',
  },
  backup_too_new: {
    message: 'This backup was made by a newer version of Callboard.',
    nextStep: 'Update Callboard on this computer, then restore the backup.',
  },
  backup_too_old: {
    message: 'This backup was made by a development version of Callboard.',
    nextStep: 'Nothing was restored: this version cannot read it. Use a backup of a released version.',
  },
  wrong_passphrase: {
    message: 'The passphrase does not open this backup.',
    nextStep:
      "Check what you typed and try again. If you're sure it's right, the start of the file may be damaged.",
  },
  backup_damaged: {
    message: 'This backup is damaged: it was cut off or changed after it was made.',
    nextStep: 'Nothing was restored. Copy the file again from where it was kept, or use another backup.',
  },
  backup_unfit: {
    message: 'This backup contains data that Callboard would not have written.',
    nextStep: 'Nothing was restored. Use another backup, and be careful with files from this source.',
  },
  backup_unreadable: {
    message: 'The file can no longer be read.',
    nextStep: 'Check that it is still there and its drive is connected, then choose it again.',
  },
  backup_not_read_back: ({ why }) => ({
    message: "The backup can't be read back, so Callboard did not keep it.",
    nextStep: `Earlier backups are still there. ${NOT_READ_BACK[why]}`,
  }),
  disk_full: {
    message: "This computer's disk is full.",
    nextStep: 'Nothing was restored. Free some space, then try again.',
  },
  database_busy: {
    message: "Another program is writing to Callboard's data.",
    nextStep: 'Nothing was restored. Try again in a minute.',
  },
  cancelled: { message: 'This was cancelled.' },
  backup_busy: {
    message: 'A backup is being made or restored right now.',
    nextStep: 'Wait until it is done, or cancel it.',
  },
  no_backup_chosen: { message: 'No backup is open.', nextStep: 'Choose the file first.' },
  no_backup_folder: {
    message: 'There is no folder for automatic backups yet.',
    nextStep: 'Choose one first.',
  },
  backup_passphrase_missing: {
    message: "Callboard can't read the passphrase of the automatic backups.",
    nextStep:
      'If the key store of this computer is locked, unlock it and restart Callboard; or enter a new passphrase.',
  },
  backup_after_erasure: {
    message: 'Somebody is being erased right now.',
    nextStep: 'The backup is made once that is done.',
  },
  not_empty: {
    message: 'A backup can only be restored into an empty Callboard.',
    nextStep: 'Nothing was restored. Start over first: that puts what is here aside in a file.',
  },
  sends_open: {
    message: 'Callboard is sending submissions right now.',
    nextStep: 'Nothing was changed. Pause sending in the Outbox, then try again in a minute.',
  },
  erasure_running: {
    message: 'Somebody is being erased right now.',
    nextStep: 'Nothing was changed. Try again once that is done.',
  },
  backup_folder_gone: ({ path }) => ({
    message: `The backup folder can't be found: ${path}.`,
    nextStep: 'Connect its drive, or choose another folder. Callboard goes on when the folder is back.',
  }),
  nothing_to_export: {
    message: 'There is no request to export.',
    nextStep: 'Change the filter or the selection, then export again.',
  },
  no_pdf: ({ reason }) => ({
    message: `Couldn't create the PDF. ${reason}`,
    nextStep: 'Print the page itself instead (Ctrl+P), or export another format.',
  }),
  file_not_saved: ({ reason, path }) => ({
    message: `Couldn't save the file: ${WHY_NOT_SAVED[reason] ?? reason}.`,
    nextStep: `Nothing was written to ${path}. Try again, or choose another folder.`,
  }),
  saved_file_gone: {
    message: "The file isn't there any more.",
    nextStep: 'It was moved, renamed or deleted since.',
  },
  saved_file_not_opened: ({ reason }) => ({
    message: `Couldn't open the file. ${reason}`,
    nextStep: 'Show it in its folder, and choose a program there.',
  }),
  nothing_to_erase: {
    message: 'Nothing is selected to be erased.',
    nextStep: 'Tick what belongs to this person.',
  },
  erasing_held: {
    message: 'Something of this is under a legal hold that you were not asked about yet.',
    nextStep: 'Nothing was erased. Look for the person again: the question then says why it is kept.',
  },
  erasing_under_floor: ({ days }) => ({
    message: `Your organisation keeps records for at least ${days} days, and some of this is younger.`,
    nextStep: 'Nothing was erased. Look for the person again: you are then asked about it.',
  }),
  retention_out_of_bounds: ({ atLeastDays, atMostDays }) => ({
    message:
      atMostDays === null
        ? `Your organisation keeps finished requests for at least ${atLeastDays} days.`
        : `Your organisation keeps finished requests for ${atLeastDays > 0 ? `${atLeastDays} to` : 'at most'} ${atMostDays} days.`,
    nextStep: 'Choose a time within these bounds.',
  }),
  number_key_not_kept: {
    message: "The number can't stay blocked: its key can't be kept on this computer.",
    nextStep: 'Unlock the key store and try again, or erase without blocking the number. Nothing was erased.',
  },
  on_its_way: {
    message: 'A submission for this person is being sent right now.',
    nextStep: 'Wait until it is done, then search for the person again. Nothing was erased.',
  },
  receipt_gone: { message: 'This receipt no longer exists.' },
  crash_dump_gone: { message: 'This crash dump no longer exists.' },
  data_file_gone: { message: 'This file no longer exists.' },
  logs_not_deleted: {
    message: "Couldn't delete the log.",
    nextStep: 'Close programs that have it open, then try again.',
  },

  start_at_login_not_set: ({ reason }) => ({
    message: `The system refused this: ${reason}.`,
    nextStep: 'Set it in the startup settings of this computer instead.',
  }),
  no_certificate: ({ problems }) => ({
    message: ['No certificate authority was added.', ...problems.map(certificateWords)].join(' '),
    nextStep: 'Ask your IT department for the certificate authority in PEM format.',
  }),
  updates_off: {
    message: 'Updates are turned off.',
    nextStep: 'Settings > Updates says why, and how to get newer versions.',
  },
  no_update: { message: 'There is no update to restart into.', nextStep: 'Check for updates.' },
  sending_now: {
    message: 'Callboard is sending submissions right now.',
    nextStep: 'The update stays ready. Restart when they are sent; nothing is lost by waiting.',
  },
  importing_now: {
    message: 'An import is being queued right now.',
    nextStep: 'The update stays ready. Restart when the import is done.',
  },
} satisfies Partial<WordsTable<FailureValues, FailureText>>;

const NOT_WRITABLE = "you don't have permission to write there, or another program has the file open";

/** By error code. */
const WHY_NOT_SAVED: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EACCES: NOT_WRITABLE,
  EPERM: NOT_WRITABLE,
  EROFS: NOT_WRITABLE,
  EBUSY: 'another program has the file open',
  ENOENT: 'the folder is no longer there',
  ENOTDIR: 'the folder is no longer there',
};
