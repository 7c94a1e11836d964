import type { Coded } from './coded.ts';

/** What a person is to know of the files in the data folder on this computer: each code with its values. */
export interface StorageNoticeValues {
  database_damaged: null;
  /** The folder was removed, and no other can be written. */
  folder_lost: { readonly folder: string };
  /** `putAside`: another database that lay there, null without one. */
  folder_written_anew: { readonly putAside: string | null };
  outdated_put_aside: { readonly files: readonly string[] };
  damaged_put_aside: { readonly files: readonly string[] };
}

export type StorageNotice = Coded<StorageNoticeValues>;
