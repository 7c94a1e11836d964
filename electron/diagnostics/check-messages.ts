import type { DatabaseProblem } from '../../shared/diagnostics.ts';

/** The check worker's `workerData`. */
export interface CheckRequest {
  readonly path: string;
  readonly task: 'quick_check' | 'integrity_check' | 'count';
  /** One number; anything but 0 asks the worker to stop after the current step. */
  readonly stop: Int32Array;
}

export type CheckMessage =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'checked'; readonly stopped: boolean; readonly problems: readonly DatabaseProblem[] }
  | { readonly kind: 'counted'; readonly counts: DatabaseCounts }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Row counts by table, and of submissions by state. */
export interface DatabaseCounts {
  readonly schema: number;
  readonly tables: Readonly<Record<string, number>>;
  readonly submissions: Readonly<Record<string, number>>;
}
