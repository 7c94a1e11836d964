import type { WriteTrouble } from '../storage-notice.ts';

interface TroubleWords {
  readonly message: string;
  /** What to do, as the beginning of a sentence. */
  readonly cure: string;
}

/** Why Callboard can't store anything, and what to do. */
export const WRITE_TROUBLE_WORDS: Readonly<Record<WriteTrouble, TroubleWords>> = {
  disk_full: {
    message: "The disk is full, so Callboard can't store anything.",
    cure: 'Free some disk space',
  },
  not_allowed: {
    message: "Callboard isn't allowed to write to its data folder any more.",
    cure: 'Let Callboard write to its folder and to the files in it again',
  },
  locked: {
    message: "Another program has locked Callboard's data.",
    cure: 'Close programs that may have it open, such as a backup or a virus scanner',
  },
  disk_failing: {
    message: "The disk reports an error, so Callboard can't store anything.",
    cure: 'Check that the disk is connected and sound',
  },
};
