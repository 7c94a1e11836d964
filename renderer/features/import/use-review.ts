import { useDeferredValue, useEffect, useLayoutEffect, useMemo } from 'react';
import type { SubmissionFields } from '../../../shared/submission.ts';
import { type DuplicatesByPhone, useDuplicatesByPhone } from '../../api/duplicates.ts';
import { useHeldNow } from '../../api/import.ts';
import { useLibrary } from '../../api/library.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { useNow } from '../../parts/time/use-now.ts';
import { useStore } from '../../store.ts';
import { type ImportSession, importSession } from './import-session.ts';
import type { ImportState, OpenImport } from './import-state.ts';
import { judgeRows, type ReviewRow } from './judge-rows.ts';
import { doubtLetters, type LetterDoubts, letterDoubtsOf } from './letter-doubts.ts';

/** The import of the open workspace. */
export function useImport(): { readonly session: ImportSession; readonly state: ImportState } {
  const session = importSession(useWorkspace());
  return { session, state: useStore(session.state) };
}

/** The rows of an import that are not in the queue, judged. */
export interface JudgedImport {
  readonly rows: readonly ReviewRow[];
  /** The same, without those that have come into the queue since they were judged. */
  readonly left: readonly ReviewRow[];
  /** False until the rows are checked for the first time. */
  readonly known: boolean;
  /** The rows themselves, or who was submitted before, are still being looked at. */
  readonly checking: boolean;
  /** Why it could not be found out who was submitted before; the queue itself still refuses duplicates. */
  readonly error: unknown;
}

/** Has the rows of an import checked by the session's reader, and judges them together. */
export function useReview(open: OpenImport, session: ImportSession): JudgedImport {
  const library = useLibrary().data;
  const { notBefore } = open;
  // Thousands of rows are judged and drawn beside what the person does, not before it.
  const checked = useDeferredValue(open.checked);
  const queued = useDeferredValue(open.queued);
  const late = checked !== open.checked || queued !== open.queued;
  const { anyway, excluded } = open.edits;
  const letters = useLetterDoubts(open);
  // Before the page is painted: the reader waits for nothing else.
  useLayoutEffect(() => {
    // Rows that are being queued stay as they were judged: ids that come into the Library with them change nothing.
    if (library && open.run === null) session.check(open, library);
  }, [session, open, library]);
  // Asked for before the rows are drawn: main looks who was submitted before while the window draws.
  const phones = useMemo(() => {
    const left = open.checked.filter(({ number }) => !queued.has(number));
    return [...new Set(left.flatMap(({ fields }) => (fields ? [fields.phoneNumber] : [])))];
  }, [open.checked, queued]);
  const { submitted, checking, error } = useSubmittedBefore(phones, open.stopped);
  const held = useHeldNow(phones);
  const later = useIsAhead(notBefore) ? notBefore : null;
  const rows = useMemo(() => {
    const heldUntil = ({ phoneNumber }: SubmissionFields) =>
      Math.max(later ?? 0, held?.get(phoneNumber) ?? 0) || null;
    return judgeRows(doubtLetters(checked, letters), { queued, submitted, anyway, excluded, heldUntil });
  }, [checked, letters, queued, submitted, anyway, excluded, later, held]);
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

function useLetterDoubts(open: OpenImport): LetterDoubts {
  const { unsure, garbled } = letterDoubtsOf(open);
  return useMemo(() => ({ unsure, garbled }), [unsure, garbled]);
}

/** Who among these was submitted before; asked anew when queueing fails, for that may be why. */
function useSubmittedBefore(phones: readonly string[], stopped: OpenImport['stopped']) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useDuplicatesByPhone(phones);
  useEffect(() => {
    if (stopped) void refetch();
  }, [stopped, refetch]);
  const unknown = data === undefined || isPlaceholderData;
  // An answer without anybody changes nothing: the rows stay as they were judged.
  return { submitted: data?.size ? data : NOBODY, checking: isFetching && unknown, error };
}
