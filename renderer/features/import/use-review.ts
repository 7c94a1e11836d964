import { useDeferredValue, useEffect, useLayoutEffect, useMemo } from 'react';
import type { SubmissionFields } from '../../../shared/submission.ts';
import { type DuplicatesByPhone, useDuplicatesByPhone } from '../../api/duplicates.ts';
import { useHeldNow } from '../../api/import.ts';
import { useLibrary } from '../../api/library.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { useNow } from '../../parts/time/use-now.ts';
import { useStore } from '../../store.ts';
import { classifyRows, type ReviewRow } from './classify-rows.ts';
import { addEncodingProblems, type EncodingDoubts, encodingDoubtsOf } from './encoding-doubts.ts';
import { type ImportSession, importSession } from './import-session.ts';
import type { ImportState, OpenImport } from './import-state.ts';

/** The import session of the open workspace. */
export function useImport(): { readonly session: ImportSession; readonly state: ImportState } {
  const session = importSession(useWorkspace());
  return { session, state: useStore(session.state) };
}

/** The rows of an import that are not queued, with their states. */
export interface ImportReview {
  readonly rows: readonly ReviewRow[];
  /** The same, without rows queued since. */
  readonly left: readonly ReviewRow[];
  /** False until the first check is done. */
  readonly known: boolean;
  /** The rows are being checked, on their own or for duplicates. */
  readonly checking: boolean;
  /** Why the check for duplicates failed; the queue still refuses duplicates. */
  readonly error: unknown;
}

/** Has the session check each row on its own, then compares the rows with each other and with earlier submissions. */
export function useReview(open: OpenImport, session: ImportSession): ImportReview {
  const library = useLibrary().data;
  const { notBefore } = open;
  // Deferred, so that thousands of rows do not block input.
  const checked = useDeferredValue(open.checked);
  const queued = useDeferredValue(open.queued);
  const late = checked !== open.checked || queued !== open.queued;
  const { anyway, excluded } = open.edits;
  const doubts = useEncodingDoubts(open);
  // A layout effect, so that the worker starts before the page is painted.
  useLayoutEffect(() => {
    // Not during a run: IDs that the run adds to the Library must not change the rows.
    if (library && open.run === null) session.check(open, library);
  }, [session, open, library]);
  // Uses the undeferred rows, so that main looks duplicates up while the window renders.
  const phones = useMemo(() => {
    const left = open.checked.filter(({ number }) => !queued.has(number));
    return [...new Set(left.flatMap(({ fields }) => (fields ? [fields.phoneNumber] : [])))];
  }, [open.checked, queued]);
  const { submitted, checking, error } = useSubmittedBefore(phones, open.stopped);
  const later = useIsAhead(notBefore) ? notBefore : null;
  const held = useHeldNow(phones, later);
  const rows = useMemo(() => {
    const chosen = later === null ? null : { until: later, timeZone: null };
    const waitOf = ({ phoneNumber }: SubmissionFields) => held?.get(phoneNumber) ?? chosen;
    return classifyRows(addEncodingProblems(checked, doubts), {
      queued,
      submitted,
      anyway,
      excluded,
      waitOf,
    });
  }, [checked, doubts, queued, submitted, anyway, excluded, later, held]);
  const left = useMemo(
    () => (queued === open.queued ? rows : rows.filter(({ number }) => !open.queued.has(number))),
    [rows, queued, open.queued],
  );
  const known = checked.length > 0 || !(open.checking || late);
  return { rows, left, known, checking: checking || open.checking || late, error };
}

function useIsAhead(moment: number | null): boolean {
  const now = useNow();
  return moment !== null && moment > now;
}

const NOBODY: DuplicatesByPhone = new Map();

function useEncodingDoubts(open: OpenImport): EncodingDoubts {
  const { unsure, garbled } = encodingDoubtsOf(open);
  return useMemo(() => ({ unsure, garbled }), [unsure, garbled]);
}

/** Earlier submissions of these numbers; fetched again when a run stops, because a new duplicate may be the reason. */
function useSubmittedBefore(phones: readonly string[], stopped: OpenImport['stopped']) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useDuplicatesByPhone(phones);
  useEffect(() => {
    if (stopped) void refetch();
  }, [stopped, refetch]);
  const unknown = data === undefined || isPlaceholderData;
  // A constant for "none", so that the rows are not recomputed.
  return { submitted: data?.size ? data : NOBODY, checking: isFetching && unknown, error };
}
