import type { DatabaseProblem } from '../../shared/diagnostics.ts';

/** What the thread that looks at the database is asked for, as its `workerData`. */
export interface CheckOrder {
  readonly path: string;
  readonly what: 'quick_check' | 'integrity_check' | 'count';
  /** One number; anything but 0 asks it to stop after the step it is at. */
  readonly stop: Int32Array;
}

/** What it says. */
export type CheckMessage =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'checked'; readonly stopped: boolean; readonly problems: readonly DatabaseProblem[] }
  | { readonly kind: 'counted'; readonly counts: DatabaseCounts }
  | { readonly kind: 'failed'; readonly error: unknown };

/** How many rows there are, by table and, of submissions, by state. */
export interface DatabaseCounts {
  readonly schema: number;
  readonly tables: Readonly<Record<string, number>>;
  readonly submissions: Readonly<Record<string, number>>;
}
