import type { WordsTable } from '../coded.ts';
import type { StorageNotice, StorageNoticeValues } from '../storage-notice.ts';
import { wordsOf } from './words-of.ts';
import { WRITE_TROUBLE_WORDS } from './write-trouble-words.ts';

const FOLDER_GONE = "Callboard's data folder was removed while it was running.";

export const STORAGE_WORDS: WordsTable<StorageNoticeValues, string> = {
  database_damaged:
    "Callboard's database is damaged, so some data can't be read. Quit Callboard and start it again. It then checks the database. If it has to start a new one, it keeps the damaged one and tells you where it is.",
  folder_lost: ({ folder }) =>
    `${FOLDER_GONE} It can't be created again, so Callboard sends nothing and accepts nothing new. Everything is still in memory: don't quit Callboard. It continues automatically as soon as it can write to this folder again: ${folder}`,
  folder_taken: ({ host, folder }) =>
    `${host === '' ? 'Another computer' : `The computer ${host}`} has opened Callboard's data folder while this one slept or couldn't reach it. This Callboard sends nothing and accepts nothing new: quit it, and use only one at a time. Its folder: ${folder}`,
  folder_copied: ({ count, madeAt }) =>
    `This data folder was copied or put back${madeAt === null ? '' : `, and has nothing newer than ${timeOf(madeAt)}`}. ${
      count === 1
        ? 'A submission that waited in it may have been sent since, so it needs your decision'
        : `${count} submissions that waited in it may have been sent since, so they need your decision`
    }: see Outbox.`,
  not_writable: ({ why, folder }) =>
    `${WRITE_TROUBLE_WORDS[why].message} It sends nothing and accepts nothing new. What was stored before is safe. An answer of the service that came just now is only in memory: don't quit Callboard. ${WRITE_TROUBLE_WORDS[why].cure}; it then continues automatically. Its folder: ${folder}`,
  folder_written_anew: ({ putAside }) =>
    `${FOLDER_GONE} Callboard wrote everything it knew to a new one in the same place, and continues.${
      putAside === null ? '' : ` Another database was found there and put aside: ${putAside}`
    }`,
  outdated_put_aside: ({ files }) =>
    `The data on this computer was written by a development version that this Callboard cannot read. It was put aside unchanged, and Callboard started with a new one: ${files.join(', ')}`,
  damaged_put_aside: ({ files }) =>
    `A damaged file was put aside and a new one started. Nothing was overwritten: ${files.join(', ')}`,
};

function timeOf(at: number): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' }).format(at);
}

export function storageWords(notice: StorageNotice): string {
  return wordsOf<StorageNoticeValues, string>(STORAGE_WORDS, notice);
}
