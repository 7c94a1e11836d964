import { useDeferredValue, useEffect, useLayoutEffect, useMemo } from 'react';
import type { RowToJudge } from '../../../shared/imports.ts';
import { noticeDate } from '../../../shared/notice.ts';
import { type JudgedRows, useJudgedRows } from '../../api/judged-rows.ts';
import { useLibrary } from '../../api/library.ts';
import { useRules } from '../../api/rules.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { useNow } from '../../parts/time/use-now.ts';
import { useStore } from '../../store.ts';
import type { ReviewRow } from './classify-rows.ts';
import { isEncodingUnsure, withEncodingProblem } from './encoding-doubts.ts';
import { type ImportSession, importSession } from './import-session.ts';
import type { ImportState, OpenImport, RowEdits } from './import-state.ts';
import type { CheckedRow } from './reading/check-rows.ts';
import { isLarge, useClassifiedRows } from './use-classified-rows.ts';

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
  const rules = useRules();
  const noticeAsked = rules.isPending ? null : (rules.data?.notice.asked ?? false);
  // Deferred, so that thousands of rows do not block input.
  const checked = useDeferredValue(open.checked);
  const queued = useDeferredValue(open.queued);
  const { anyway, excluded } = open.edits;
  const unsure = isEncodingUnsure(open);
  // A layout effect, so that the worker starts before the page is painted.
  useLayoutEffect(() => {
    // Not during a run: IDs that the run adds to the Library must not change the rows.
    if (library && noticeAsked !== null && open.run === null) session.check(open, { library, noticeAsked });
  }, [session, open, library, noticeAsked]);
  const left = useMemo(
    () => checked.filter(({ number }) => !queued.has(number)).map((row) => withEncodingProblem(row, unsure)),
    [checked, queued, unsure],
  );
  const judged = useJudged(left, queued, open);
  // Thousands of rows aren't shown before main said what they are: that would take as long as asking.
  const isFirst = judged.rows === NONE && judged.checking && isLarge(left);
  const given = useMemo(
    () => ({ checked: isFirst ? [] : left, context: { anyway, excluded, judged: judged.rows } }),
    [isFirst, left, anyway, excluded, judged.rows],
  );
  const { rows, late: unclassified } = useClassifiedRows(given);
  const still = useMemo(
    () => (queued === open.queued ? rows : rows.filter(({ number }) => !open.queued.has(number))),
    [rows, queued, open.queued],
  );
  const late = unclassified || checked !== open.checked || queued !== open.queued;
  const known = rows.length > 0 || !(open.checking || late || isFirst);
  return {
    rows,
    left: still,
    known,
    checking: judged.checking || open.checking || late,
    error: judged.error,
  };
}

/** What main says about the rows; asked again when a run stops, because a new duplicate may be the reason. */
function useJudged(
  left: readonly CheckedRow[],
  queued: OpenImport['queued'],
  { notBefore, noticeOn: forAll, mapping, timeZones, edits, run, stopped }: OpenImport,
) {
  const later = useIsAhead(notBefore) ? notBefore : null;
  // Not while it is being entered.
  const noticeOn = noticeDate.safeParse(forAll).data ?? null;
  const hasNoticeColumn = mapping.noticeOn.from === 'columns';
  const choices = useMemo(
    () => ({ notBefore: later, noticeOn, hasNoticeColumn, timeZones }),
    [later, noticeOn, hasNoticeColumn, timeZones],
  );
  const { anyway, excluded } = edits;
  const asked = useMemo(
    () => ({ rows: () => rowsToJudge(left, queued, { anyway, excluded }), choices }),
    [left, queued, anyway, excluded, choices],
  );
  // Not during a run, which makes duplicates of its own rows.
  const { rows, checking, error, refetch } = useJudgedRows(asked, run === null && left.length > 0);
  useEffect(() => {
    if (stopped) void refetch();
  }, [stopped, refetch]);
  return { rows: rows ?? NONE, checking, error };
}

const NONE: JudgedRows = new Map();

function* rowsToJudge(
  left: readonly CheckedRow[],
  queued: OpenImport['queued'],
  { anyway, excluded }: Pick<RowEdits, 'anyway' | 'excluded'>,
): Generator<RowToJudge> {
  for (const [number, phoneNumber] of queued) yield { number, phoneNumber, queued: true };
  for (const { number, fields } of left) {
    if (!fields || excluded.has(number)) continue;
    const { phoneNumber, noticeOn } = fields;
    yield {
      number,
      phoneNumber,
      ...(noticeOn && { noticeOn }),
      ...(anyway.has(number) && { anyway: true }),
    };
  }
}

function useIsAhead(moment: number | null): boolean {
  const now = useNow();
  return moment !== null && moment > now;
}
