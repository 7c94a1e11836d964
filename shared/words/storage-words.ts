import type { WordsTable } from '../coded.ts';
import type { StorageNotice, StorageNoticeValues } from '../storage-notice.ts';
import { wordsOf } from './words-of.ts';

const FOLDER_GONE = "Callboard's data folder was removed while it was running.";

export const STORAGE_WORDS: WordsTable<StorageNoticeValues, string> = {
  database_damaged:
    'Something stored on this computer cannot be read: the database of Callboard is damaged. Quit Callboard and start it again. It then checks the database, and if it has to begin a new one it keeps the damaged one and says where it is.',
  folder_lost: ({ folder }) =>
    `${FOLDER_GONE} No new one can be written, so nothing is sent and nothing new is taken. Everything is still in memory: do not quit Callboard. It continues automatically as soon as it can write to this folder again: ${folder}`,
  folder_written_anew: ({ putAside }) =>
    `${FOLDER_GONE} Callboard wrote everything it knew to a new one in the same place, and goes on.${
      putAside === null ? '' : ` Another database lay there and was put aside: ${putAside}`
    }`,
  outdated_put_aside: ({ files }) =>
    `The data on this computer was written by a development version that this Callboard cannot read. It was put aside unchanged, and Callboard started with a new one: ${files.join(', ')}`,
  damaged_put_aside: ({ files }) =>
    `A damaged file was put aside and a new one begun. Nothing was overwritten: ${files.join(', ')}`,
};

/** What a person is to know of the files in the data folder. */
export function storageWords(notice: StorageNotice): string {
  return wordsOf<StorageNoticeValues, string>(STORAGE_WORDS, notice);
}
