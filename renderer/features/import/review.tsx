import { Group, Stack, VisuallyHidden } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import {
  memo,
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { RowToJudge } from '../../../shared/imports.ts';
import { noticeDate } from '../../../shared/notice.ts';
import type { Failure } from '../../../shared/result.ts';
import { failureWords } from '../../../shared/words/failure-words.ts';
import { betweenFrames } from '../../api/after-paint.ts';
import { ApiError } from '../../api/api.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { ChipGroup, ChoiceChip } from '../../parts/chips.tsx';
import { countOf, formatNumber } from '../../parts/format.ts';
import { ErrorNotice, Notice } from '../../parts/notice.tsx';
import { useNow } from '../../parts/time.tsx';
import { useStore } from '../../store.ts';
import { AlikeBar, ChoiceBar, TimeZoneChoices, UnknownWordsBar } from './cell-questions.tsx';
import type { CheckedRow } from './check-rows.ts';
import {
  type AlikeOffer,
  type CellEdits,
  CellEditsContext,
  type CellPosition,
  classifyRow,
  countKinds,
  countStates,
  type ReviewContext,
  type ReviewRow,
  ROW_STATES,
  type RowState,
  rowsAlike,
  summaryOf,
  useCellEdits,
} from './classify-rows.ts';
import {
  ColumnMappingPanel,
  EncodingQuestions,
  HiddenRows,
  NationalNumbers,
  SeveralColumns,
  UnusedColumns,
} from './column-questions.tsx';
import { lacksSource } from './file-mapping.ts';
import { type ImportSession, importSession } from './import-session.ts';
import {
  type ImportState,
  isEncodingUnsure,
  type OpenImport,
  type RowEdits,
  withAnyway,
  withChosen,
  withCorrection,
  withCorrections,
  withEncodingProblem,
  withExcluded,
  withTimeZone,
  withUndo,
} from './import-state.ts';
import { type JudgedRows, useJudgedRows } from './judged-rows.ts';
import { fieldsOfRows, LIBRARY_FIELDS, mappingAsked } from './match-headers.ts';
import { QueueBar } from './queue-bar.tsx';
import { QueueOutcome } from './queue-outcome.tsx';
import classes from './review.module.css';
import { ReviewGrid } from './review-grid.tsx';
import { SourceBar } from './source-bar.tsx';
import { candidateRows } from './source-rows.ts';
import type { TextEncoding } from './text-encodings.ts';

interface ReviewProps {
  readonly open: OpenImport;
  readonly session: ImportSession;
}

/** Reviews every row before anything is queued, and the remaining rows afterwards. */
export function Review({ open: stored, session }: ReviewProps) {
  const noticeAsked = useQuery(useWorkspace().queries.rules.get()).data?.notice.asked ?? false;
  const mapping = useMemo(() => mappingAsked(stored.mapping, noticeAsked), [stored.mapping, noticeAsked]);
  const open = useMemo(() => ({ ...stored, mapping }), [stored, mapping]);
  const { rows, left, known, checking, error } = useReview(stored, session);
  const unsure = lacksSource(open.mapping) || open.source.headerAt === null;
  const [columnsShown, setColumnsShown] = useState(unsure && open.queued.size === 0);
  const [refusal, setRefusal] = useState<Failure | null>(null);
  const { change } = session;
  const { filter, setFilter, shown, touch } = useFilter(rows);
  const { edits, offer, dismiss } = useCellEditing(open, session, touch);
  const buttons = useQueueFocus(open.run !== null);
  useUndoKey(() => change(withUndo));
  const chooseTimeZone = useCallback(
    (among: readonly string[], timeZone: string | null) =>
      change((before) => withTimeZone(before, among, timeZone)),
    [change],
  );
  const changeEncoding = (encoding: TextEncoding) => void session.changeEncoding(encoding).then(setRefusal);
  const openSheet = (sheet: number) => void session.openSheet(sheet).then(setRefusal);

  return (
    <CellEditsContext value={edits}>
      <SourceBar
        open={open}
        columnsShown={columnsShown}
        onShowColumns={setColumnsShown}
        onSheet={openSheet}
        onUndo={() => change(withUndo)}
        onClose={session.close}
      />
      <ErrorNotice error={refusal && new ApiError(refusal.error, failureWords(refusal.error))} />
      {open.source.headerAt === null && open.queued.size === 0 && <NoHeaderNotice />}
      <SeveralColumns open={open} />
      {columnsShown && (
        <ColumnMappingPanel
          open={open}
          noticeAsked={noticeAsked}
          change={change}
          onEncoding={changeEncoding}
        />
      )}
      <ErrorNotice error={error} title="Couldn't check for duplicates." />
      <QueueOutcome open={open} left={left.length} showButton={buttons.show} onUndo={session.undo} />
      <NationalNumbers open={open} change={change} />
      <EncodingQuestions open={open} change={change} onEncoding={changeEncoding} />
      <HiddenRows open={open} change={change} />
      {!columnsShown && <UnusedColumns open={open} onShowColumns={() => setColumnsShown(true)} />}
      {open.run === null && <ChoiceBar rows={left} />}
      {open.run === null && <TimeZoneChoices rows={left} onChoose={chooseTimeZone} />}
      {open.run === null && <UnknownWordsBar rows={left} mapping={open.mapping} />}
      {offer && open.run === null && <Alike open={open} offer={offer} onDone={dismiss} />}
      {left.length > 0 && <ReviewFilter rows={left} chosen={filter} onChoose={setFilter} />}
      {known ? (
        // Disabling the fieldset disables the controls of all rows without re-rendering them.
        <fieldset role="presentation" className={classes['rows']} disabled={open.run !== null}>
          <ReviewGrid rows={shown} mapping={open.mapping} order={`${filter.state}/${filter.kind}`} />
        </fieldset>
      ) : (
        <Checking session={session} rows={candidateRows(open.source).length} />
      )}
      <QueueBar
        open={open}
        session={session}
        rows={left}
        checking={checking}
        queueButton={buttons.queue}
        stopButton={buttons.stop}
      />
    </CellEditsContext>
  );
}

function NoHeaderNotice() {
  return (
    <Notice tone="warning" title="No row has column names.">
      Callboard treats row 1 as a candidate and guesses the columns from their contents. Check the choices
      below.
    </Notice>
  );
}

/** Fewer are checked before anybody could read how many are. */
const SHOWN_FROM = 5000;

function Checking({ session, rows }: { session: ImportSession; rows: number }) {
  const done = useStore(session.checkedSoFar);
  return (
    <output>
      {rows < SHOWN_FROM
        ? 'Checking the rows…'
        : `Checking the rows: ${formatNumber(Math.min(done, rows))} of ${formatNumber(rows)}`}
    </output>
  );
}

interface AlikeProps {
  readonly open: OpenImport;
  readonly offer: AlikeOffer;
  readonly onDone: () => void;
}

/** The offer lasts as long as other rows have the text that was corrected. */
function Alike({ open, offer, onDone }: AlikeProps) {
  const { correctAll } = useCellEdits();
  const { checked, queued, edits } = open;
  const numbers = useMemo(
    () => rowsAlike({ checked, queued, edits }, offer),
    [checked, queued, edits, offer],
  );
  if (numbers.length === 0) return null;
  const apply = () => {
    onDone();
    correctAll(offer.field, numbers, offer.to);
  };
  return <AlikeBar offer={offer} numbers={numbers} onApply={apply} onDismiss={onDone} />;
}

/** The rows that match a filter. A row the user edits stays visible until the filter changes. */
function useFilter(rows: readonly ReviewRow[]) {
  const [filter, choose] = useState<RowFilter>(ALL_ROWS);
  const [touched, setTouched] = useState<ReadonlySet<number>>(new Set());
  const setFilter = useCallback((next: RowFilter) => {
    choose(next);
    setTouched(new Set());
  }, []);
  const touch = useCallback(
    (numbers: readonly number[]) => setTouched((before) => new Set([...before, ...numbers])),
    [],
  );
  const shown = useMemo(
    () =>
      filter.state === null ? rows : rows.filter((row) => passes(filter, row) || touched.has(row.number)),
    [rows, filter, touched],
  );
  return { filter, setFilter, shown, touch };
}

interface CellEditing {
  readonly edits: CellEdits;
  /** The latest correction, which other rows may need, too. */
  readonly offer: AlikeOffer | null;
  readonly dismiss: () => void;
}

/** Connects the cells' actions to the session. */
function useCellEditing(
  open: OpenImport,
  session: ImportSession,
  touch: (numbers: readonly number[]) => void,
): CellEditing {
  const [editing, setEditing] = useState<CellPosition | null>(null);
  const [offer, setOffer] = useState<AlikeOffer | null>(null);
  const library = useQuery(useWorkspace().queries.library.list()).data;
  const { mapping } = open;
  const { change } = session;
  const shown = open.run === null ? editing : null;
  const edits = useMemo(() => {
    const changeRows = (numbers: readonly number[], part: (before: OpenImport) => OpenImport) => {
      touch(numbers);
      change((before) => (before.run ? before : part(before)));
    };
    const names = new Map((library ?? []).map(({ kind, serviceId, name }) => [`${kind} ${serviceId}`, name]));
    return {
      editing: shown,
      fields: fieldsOfRows(mapping),
      begin: (place) => session.state.get().open?.run === null && setEditing(place),
      cancel: () => setEditing(null),
      save: ({ number, field }, text, next) => {
        setEditing(next);
        const value = text.trim();
        const row = session.state.get().open?.checked.find((each) => each.number === number);
        if (!row || row.values[field] === value) return;
        changeRows([number], (before) => withCorrection(before, number, field, value));
        setOffer({ field, from: row.values[field], to: value });
      },
      correctAll: (field, numbers, text) =>
        changeRows(numbers, (before) =>
          withCorrections(before, field, numbers, text, `Change in ${countOf(numbers.length, 'row')}`),
        ),
      choose: (field, values, step) =>
        changeRows([...values.keys()], (before) => withChosen(before, field, values, step)),
      chooseAnyway: (numbers, on) => changeRows(numbers, (before) => withAnyway(before, numbers, on)),
      exclude: (numbers, on) => changeRows(numbers, (before) => withExcluded(before, numbers, on)),
      nameOf: (field, id) => names.get(`${LIBRARY_FIELDS[field]} ${id}`) || undefined,
    } satisfies CellEdits;
  }, [shown, mapping, library, change, session, touch]);
  const dismiss = useCallback(() => setOffer(null), []);
  return { edits, offer, dismiss };
}

/** Undoes on Ctrl+Z or Cmd+Z outside fields, which have their own undo. */
function useUndoKey(onUndo: () => void): void {
  useWindowEvent('keydown', (event) => {
    const { target, key, shiftKey, ctrlKey, metaKey } = event;
    const inField = target instanceof Element && target.closest('input, textarea, select') !== null;
    if (inField || key.toLowerCase() !== 'z' || shiftKey || !(ctrlKey || metaKey)) return;
    event.preventDefault();
    onUndo();
  });
}

/** The import session of the open workspace. */
export function useImport(): { readonly session: ImportSession; readonly state: ImportState } {
  const session = importSession(useWorkspace());
  return { session, state: useStore(session.state) };
}

/** The rows of an import that are not queued, with their states. */
interface ImportReview {
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
function useReview(open: OpenImport, session: ImportSession): ImportReview {
  const library = useQuery(useWorkspace().queries.library.list()).data;
  const rules = useQuery(useWorkspace().queries.rules.get());
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

/** So many rows take a few milliseconds. */
const AT_ONCE = 5000;

function isLarge(rows: readonly CheckedRow[]): boolean {
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
function useClassifiedRows(given: Given): Classified {
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

/** Which rows are shown: all, those in one state, or those with one kind of problem. */
interface RowFilter {
  readonly state: RowState | null;
  readonly kind: string | null;
}

const ALL_ROWS: RowFilter = { state: null, kind: null };

function passes({ state, kind }: RowFilter, row: ReviewRow): boolean {
  return (state === null || row.state === state) && (kind === null || row.kinds.includes(kind));
}

const CHIP_WORDS: Readonly<Record<RowState, string>> = {
  ready: 'Ready',
  held: 'Held',
  choose: 'To choose',
  duplicate: 'Duplicates',
  blocked: 'Blocked',
  invalid: 'Invalid',
  excluded: 'Left out',
};

interface ReviewFilterProps {
  readonly rows: readonly ReviewRow[];
  readonly chosen: RowFilter;
  readonly onChoose: (filter: RowFilter) => void;
}

/** A summary of the rows and a filter; memoised, because it counts all rows. */
const ReviewFilter = memo(PlainReviewFilter);

function PlainReviewFilter({ rows, chosen, onChoose }: ReviewFilterProps) {
  const counts = countStates(rows);
  const shown = ROW_STATES.filter((state) => counts[state] > 0 || state === chosen.state);
  const choose = (state: RowState) => onChoose(chosen.state === state ? ALL_ROWS : { state, kind: null });
  return (
    <Stack gap={8} flex="none">
      <Group gap={8}>
        <ChipGroup label="Filter by state">
          <ChoiceChip
            word="All"
            count={rows.length}
            pressed={chosen.state === null}
            onPress={() => onChoose(ALL_ROWS)}
          />
          {shown.map((state) => (
            <ChoiceChip
              key={state}
              word={CHIP_WORDS[state]}
              count={counts[state]}
              pressed={chosen.state === state}
              onPress={() => choose(state)}
            />
          ))}
        </ChipGroup>
        {/* Read out as it changes; the chips show the same. */}
        <VisuallyHidden component="output">{summaryOf(counts)}</VisuallyHidden>
      </Group>
      {chosen.state !== null && (
        <KindChips rows={rows} state={chosen.state} chosen={chosen} onChoose={onChoose} />
      )}
    </Stack>
  );
}

function KindChips({ rows, state, chosen, onChoose }: ReviewFilterProps & { readonly state: RowState }) {
  const kinds = countKinds(rows, state);
  if (kinds.length < 2 && chosen.kind === null) return null;
  return (
    <ChipGroup label="Filter by problem">
      {kinds.map(([kind, count]) => (
        <ChoiceChip
          key={kind}
          word={kind}
          count={count}
          pressed={chosen.kind === kind}
          onPress={() => onChoose({ state, kind: chosen.kind === kind ? null : kind })}
        />
      ))}
    </ChipGroup>
  );
}

/**
 * Keeps keyboard focus when queueing starts or ends: the focused button disappears, so its successor gets the focus
 * (`queue` if there is nothing to `show`).
 */
function useQueueFocus(queueing: boolean) {
  const queue = useRef<HTMLButtonElement>(null);
  const stop = useRef<HTMLButtonElement>(null);
  const show = useRef<HTMLButtonElement>(null);
  const before = useRef(queueing);
  useEffect(() => {
    if (before.current === queueing) return;
    before.current = queueing;
    if (document.activeElement !== document.body) return;
    const next = queueing ? stop : show.current ? show : queue;
    next.current?.focus();
  }, [queueing]);
  return { queue, stop, show };
}
