import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { SubmissionFields } from '../../../shared/submission.ts';
import { type DuplicatesByPhone, useDuplicatesByPhone } from '../../api/duplicates.ts';
import { useHeldNow } from '../../api/import.ts';
import { useLibrary } from '../../api/library.ts';
import { type NumberRules, useNumberRules } from '../../api/number-rules.ts';
import { useRules } from '../../api/rules.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { useNow } from '../../parts/time/use-now.ts';
import { useStore } from '../../store.ts';
import type { AskedZone, ReviewRow, Wait } from './classify-rows.ts';
import { isEncodingUnsure } from './encoding-doubts.ts';
import { type ImportSession, importSession } from './import-session.ts';
import type { ImportState, OpenImport } from './import-state.ts';
import { useClassifiedRows } from './use-classified-rows.ts';
import { useNoticeOfRows } from './use-notice-of-rows.ts';

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
  const { notBefore, timeZones } = open;
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
  const phones = usePhones(checked, queued);
  const { submitted, checking, error } = useSubmittedBefore(phones, open);
  const later = useIsAhead(notBefore) ? notBefore : null;
  const { refusals, tries } = useNumberRules(phones, later, open.run === null).data ?? NO_RULES;
  const held = useHeldNow(phones, later, timeZones);
  const notice = useNoticeOfRows(checked, queued, open, later);
  const given = useMemo(() => {
    const chosen = later === null ? null : { until: later, timeZone: null };
    const choices = new Map(timeZones.map((each) => [each.among.join(), each.chosen]));
    const zoneOf = (phoneNumber: string): AskedZone | undefined => {
      const among = held?.get(phoneNumber)?.timeZones;
      return among && { among, chosen: choices.get(among.join()) ?? null };
    };
    const waitOf = (fields: SubmissionFields): Wait | null => {
      const isAsked = zoneOf(fields.phoneNumber)?.chosen === null;
      if (isAsked) return { until: later ?? 0, timeZone: null, asks: true };
      return notice.waitOf(fields) ?? held?.get(fields.phoneNumber)?.opening ?? chosen;
    };
    const { noticeProblem } = notice;
    const rulesOfRows = { refusals, tries, noticeProblem, waitOf, zoneOf };
    return { checked, unsure, context: { queued, submitted, anyway, excluded, ...rulesOfRows } };
  }, [checked, unsure, queued, submitted, refusals, tries, anyway, excluded, later, held, timeZones, notice]);
  const { rows, late: unclassified } = useClassifiedRows(given);
  const left = useMemo(
    () => (queued === open.queued ? rows : rows.filter(({ number }) => !open.queued.has(number))),
    [rows, queued, open.queued],
  );
  const late = unclassified || checked !== open.checked || queued !== open.queued;
  const known = rows.length > 0 || !(open.checking || late);
  return { rows, left, known, checking: checking || open.checking || late, error };
}

/** The numbers of the rows to queue, each once; the same array as long as they are the same, so that none is looked up again. */
function usePhones(checked: OpenImport['checked'], queued: OpenImport['queued']): readonly string[] {
  const before = useRef<readonly string[]>([]);
  const phones = useMemo(() => {
    const numbers = new Set<string>();
    for (const { number, fields } of checked) {
      if (fields && !queued.has(number)) numbers.add(fields.phoneNumber);
    }
    const now = [...numbers];
    const { current } = before;
    return now.length === current.length && now.every((phone, at) => phone === current[at]) ? current : now;
  }, [checked, queued]);
  useEffect(() => {
    before.current = phones;
  }, [phones]);
  return phones;
}

function useIsAhead(moment: number | null): boolean {
  const now = useNow();
  return moment !== null && moment > now;
}

const NO_RULES: NumberRules = { refusals: new Map(), tries: null };
const NOBODY: DuplicatesByPhone = new Map();

/** Earlier submissions of these numbers; fetched again when a run stops, because a new duplicate may be the reason. */
function useSubmittedBefore(phones: readonly string[], { run, stopped }: OpenImport) {
  // Not during a run, which makes duplicates of its own rows.
  const { data, error, isFetching, isPlaceholderData, refetch } = useDuplicatesByPhone(phones, run === null);
  useEffect(() => {
    if (stopped) void refetch();
  }, [stopped, refetch]);
  const unknown = data === undefined || isPlaceholderData;
  // A constant for "none", so that the rows are not recomputed.
  return { submitted: data?.size ? data : NOBODY, checking: isFetching && unknown, error };
}
