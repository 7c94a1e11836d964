import type { Coded } from './coded.ts';

/** Notices about the files in the data folder: each code with its values. */
export interface StorageNoticeValues {
  database_damaged: null;
  /** The folder was removed and can't be created again. */
  folder_lost: { readonly folder: string };
  /** `putAside`: a different database found there, or null. */
  folder_written_anew: { readonly putAside: string | null };
  outdated_put_aside: { readonly files: readonly string[] };
  damaged_put_aside: { readonly files: readonly string[] };
}

export type StorageNotice = Coded<StorageNoticeValues>;
