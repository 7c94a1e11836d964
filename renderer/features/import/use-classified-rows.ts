import { startTransition, useEffect, useMemo, useState } from 'react';
import { type ReviewContext, type ReviewRow, rowClassifier } from './classify-rows.ts';
import { withEncodingProblem } from './encoding-doubts.ts';
import type { CheckedRow } from './reading/check-rows.ts';

/** So many rows take a few milliseconds. */
const AT_ONCE = 5000;
/** How long rows are classified until the window may draw a frame, ms. */
const SLICE_MS = 8;

interface Given {
  readonly checked: readonly CheckedRow[];
  readonly unsure: boolean;
  readonly context: ReviewContext;
}

interface Classified {
  readonly rows: readonly ReviewRow[];
  /** The rows are those of an earlier state. */
  readonly late: boolean;
}

/** Classifies the rows that are not queued: at once, or a large file between frames. `given` must be memoised. */
export function useClassifiedRows(given: Given): Classified {
  const isLarge = given.checked.length > AT_ONCE;
  const atOnce = useMemo(() => (isLarge ? null : [...classified(given)]), [isLarge, given]);
  const [later, setLater] = useState<{ readonly given: Given; readonly rows: readonly ReviewRow[] }>();
  useEffect(() => {
    if (!isLarge) return;
    const stop = new AbortController();
    void inSlices(given, stop.signal).then((rows) => {
      if (rows) startTransition(() => setLater({ given, rows }));
    });
    return () => stop.abort();
  }, [isLarge, given]);
  if (atOnce) return { rows: atOnce, late: false };
  return { rows: later?.rows ?? [], late: later?.given !== given };
}

function* classified({ checked, unsure, context }: Given): Generator<ReviewRow> {
  const classify = rowClassifier(context);
  for (const row of checked) {
    if (!context.queued.has(row.number)) yield classify(withEncodingProblem(row, unsure));
  }
}

/** Null if it was stopped. */
async function inSlices(given: Given, stopped: AbortSignal): Promise<readonly ReviewRow[] | null> {
  const rows: ReviewRow[] = [];
  let until = performance.now() + SLICE_MS;
  for (const row of classified(given)) {
    rows.push(row);
    if (performance.now() < until) continue;
    await scheduler.postTask(() => null, { priority: 'background' });
    if (stopped.aborted) return null;
    until = performance.now() + SLICE_MS;
  }
  return rows;
}
