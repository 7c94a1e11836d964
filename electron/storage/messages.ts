/** Messages between the storage worker and its client: lists of calls, and lists of replies in the same order. */
import type { WriteTrouble } from '../../shared/storage-notice.ts';
import type { CopyFound } from './copy-detection.ts';
import type { SchemaStep } from './open-database.ts';

export interface StoreCall {
  readonly id: number;
  readonly store: string;
  readonly operation: string;
  readonly args: readonly unknown[];
}

export type Reply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | {
      readonly id: number;
      readonly ok: false;
      /** Replaces the error's class, which is lost between threads. */
      readonly cause: 'damaged' | 'file_lost' | WriteTrouble | 'other';
      readonly error: unknown;
      /** The error code of the system or SQLite. */
      readonly code: string | undefined;
    };

/**
 * The database file was moved, deleted or replaced: it was written again, or can't be written for now; or another computer
 * has taken the folder, so nothing is written any more.
 */
export type LocationChange =
  | { readonly change: 'written_anew'; readonly putAside: string | undefined }
  | { readonly change: 'lost'; readonly error: unknown }
  | { readonly change: 'taken'; readonly host: string };

/** The database can't be written for now, or (null) can be again. */
export interface WriteTroubleChange {
  readonly writeTrouble: WriteTrouble | null;
}

/** The worker's first message: the result of opening the database. */
export type OpenResult =
  | ({ readonly opened: true } & OpenedStorage)
  /** `newer`: written by a newer Callboard; `inUse`: by which computer, or null for this one. */
  | {
      readonly opened: false;
      readonly newer: boolean;
      readonly inUse: { readonly host: string | null } | undefined;
      readonly error: unknown;
    };

export interface OpenedStorage {
  /** Where a damaged database was put aside at opening; undefined if there was none. */
  readonly putAside: string | undefined;
  readonly schema: SchemaStep;
  /** What waited in a data folder that was copied or put back; undefined if this one wasn't. */
  readonly copyFound: CopyFound | undefined;
  /** Why a copy of this folder can't be told from it by what is kept outside; undefined if it can. */
  readonly unmarked: unknown;
}

/** The last message to the worker. */
export const CLOSE = 'close';

export type Message = readonly StoreCall[] | typeof CLOSE;
