/** Messages between the storage worker and its client: lists of calls, and lists of replies in the same order. */
import type { WriteTrouble } from '../../shared/storage-notice.ts';
import type { SchemaStep } from './open-database.ts';

/** A call of one operation of a store. */
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

/** The database file was moved, deleted or replaced: it was written again, or can't be written for now. */
export type LocationChange =
  | { readonly change: 'written_anew'; readonly putAside: string | undefined }
  | { readonly change: 'lost'; readonly error: unknown };

/** The database can't be written for now, or (null) can be again. */
export interface WriteTroubleChange {
  readonly writeTrouble: WriteTrouble | null;
}

/** The worker's first message: the result of opening the database. */
export type OpenResult =
  | { readonly opened: true; readonly putAside: string | undefined; readonly schema: SchemaStep }
  /** `newer`: written by a newer Callboard. */
  | { readonly opened: false; readonly newer: boolean; readonly error: unknown };

/** The last message to the worker. */
export const CLOSE = 'close';

export type Message = readonly StoreCall[] | typeof CLOSE;
