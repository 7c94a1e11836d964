import type { Coded } from './coded.ts';

/** Why the database can't be written. */
export const WRITE_TROUBLES = ['disk_full', 'not_allowed', 'locked', 'disk_failing'] as const;
export type WriteTrouble = (typeof WRITE_TROUBLES)[number];

/** Notices about the files in the data folder: each code with its values. */
export interface StorageNoticeValues {
  database_damaged: null;
  /** The folder was removed and can't be created again. */
  folder_lost: { readonly folder: string };
  /** Another computer opened it meanwhile; `host`: its name, '' if unknown. */
  folder_taken: { readonly host: string; readonly folder: string };
  /** It was copied or put back; `count` submissions waited in it, and the last thing happened at `madeAt`, UTC ms. */
  folder_copied: { readonly count: number; readonly madeAt: number | null };
  /** It can't be written for now. */
  not_writable: { readonly why: WriteTrouble; readonly folder: string };
  /** `putAside`: a different database found there, or null. */
  folder_written_anew: { readonly putAside: string | null };
  outdated_put_aside: { readonly files: readonly string[] };
  damaged_put_aside: { readonly files: readonly string[] };
}

export type StorageNotice = Coded<StorageNoticeValues>;
