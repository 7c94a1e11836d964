import { startTransition, useEffect, useMemo, useState } from 'react';
import { betweenFrames } from '../../api/after-paint.ts';
import { classifyRow, type ReviewContext, type ReviewRow } from './classify-rows.ts';
import type { CheckedRow } from './reading/check-rows.ts';

/** So many rows take a few milliseconds. */
const AT_ONCE = 5000;

export function isLarge(rows: readonly CheckedRow[]): boolean {
  return rows.length > AT_ONCE;
}

interface Given {
  /** The rows that are not queued, in the order of the file. */
  readonly checked: readonly CheckedRow[];
  readonly context: ReviewContext;
}

interface Classified {
  readonly rows: readonly ReviewRow[];
  /** The rows are those of an earlier state. */
  readonly late: boolean;
}

/** Classifies rows: at once, or those of a large file between frames. `given` must be memoised. */
export function useClassifiedRows(given: Given): Classified {
  const inPieces = isLarge(given.checked);
  const atOnce = useMemo(() => (inPieces ? null : [...classified(given)]), [inPieces, given]);
  const [later, setLater] = useState<{ readonly given: Given; readonly rows: readonly ReviewRow[] }>();
  useEffect(() => {
    if (!inPieces) return;
    const stop = new AbortController();
    void inSlices(given, stop.signal).then((rows) => {
      if (rows) startTransition(() => setLater({ given, rows }));
    });
    return () => stop.abort();
  }, [inPieces, given]);
  if (atOnce) return { rows: atOnce, late: false };
  return { rows: later?.rows ?? [], late: later?.given !== given };
}

function* classified({ checked, context }: Given): Generator<ReviewRow> {
  for (const row of checked) yield classifyRow(row, context);
}

/** Null if it was stopped. */
async function inSlices(given: Given, stopped: AbortSignal): Promise<readonly ReviewRow[] | null> {
  const rows: ReviewRow[] = [];
  for await (const row of betweenFrames(classified(given))) {
    if (stopped.aborted) return null;
    rows.push(row);
  }
  return rows;
}
