/** What the storage worker and its client say to each other: lists of asks, and lists of replies in the same order. */
import type { SchemaStep } from './open-database.ts';

export interface Ask {
  readonly id: number;
  readonly store: string;
  readonly operation: string;
  readonly args: readonly unknown[];
}

export type Reply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  /** `cause`: what an error's class and number would tell; they do not survive the way between threads. */
  | {
      readonly id: number;
      readonly ok: false;
      readonly cause: 'damaged' | 'file_lost' | 'other';
      readonly error: unknown;
      /** The code that the system or SQLite gave it. */
      readonly code: string | undefined;
    };

/** The file of the database was taken away: written anew, with what lay there put aside, or lost for now. */
export type LocationChange =
  | { readonly place: 'written_anew'; readonly putAside: string | undefined }
  | { readonly place: 'lost'; readonly error: unknown };

/** The first message of the worker: how opening went. */
export type Opened =
  | { readonly opened: true; readonly putAside: string | undefined; readonly schema: SchemaStep }
  /** `newer`: written by a newer Callboard. */
  | { readonly opened: false; readonly newer: boolean; readonly error: unknown };

/** The last message to the worker. */
export const CLOSE = 'close';

export type Message = readonly Ask[] | typeof CLOSE;
