import { useWindowEvent } from '@mantine/hooks';
import { useCallback, useMemo, useState } from 'react';
import type { Failure } from '../../../shared/result.ts';
import { failureWords } from '../../../shared/words/failure-words.ts';
import { ApiError } from '../../api/api-error.ts';
import { useLibrary } from '../../api/library.ts';
import { useRules } from '../../api/rules.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { Notice } from '../../parts/notice/notice.tsx';
import { countOf, formatNumber } from '../../parts/text/count-of.ts';
import { useStore } from '../../store.ts';
import { AlikeBar } from './alike-bar.tsx';
import { type CellEdits, CellEditsContext, type CellPosition, useCellEdits } from './cell-edits.ts';
import { ChoiceBar } from './choice-bar.tsx';
import type { ReviewRow } from './classify-rows.ts';
import { ColumnMappingPanel } from './column-mapping-panel.tsx';
import { EncodingQuestions, type EncodingQuestionsProps } from './encoding-questions.tsx';
import { lacksSource } from './file-mapping.ts';
import { HiddenRows } from './hidden-rows.tsx';
import type { ImportSession } from './import-session.ts';
import {
  type OpenImport,
  withAnyway,
  withChosen,
  withCorrection,
  withCorrections,
  withExcluded,
  withHeaders,
  withHidden,
  withKept,
  withMapping,
  withReading,
  withTimeZone,
  withUndo,
} from './import-state.ts';
import { NationalNumbers } from './national-numbers.tsx';
import { QueueBar } from './queue-bar.tsx';
import { QueueOutcome } from './queue-outcome.tsx';
import { fieldsOfRows, LIBRARY_FIELDS, mappingAsked } from './reading/import-fields.ts';
import { candidateRows } from './reading/source-rows.ts';
import type { TextEncoding } from './reading/text-encodings.ts';
import classes from './review.module.css';
import { ALL_ROWS, passes, ReviewFilter, type RowFilter } from './review-filter.tsx';
import { ReviewGrid } from './review-grid.tsx';
import { type AlikeOffer, rowsAlike } from './rows-alike.ts';
import { SeveralColumns } from './several-columns.tsx';
import { SourceBar } from './source-bar.tsx';
import { TimeZoneChoices } from './time-zone-choices.tsx';
import { UnknownWordsBar } from './unknown-words-bar.tsx';
import { UnusedColumns } from './unused-columns.tsx';
import { useQueueFocus } from './use-queue-focus.ts';
import { useReview } from './use-review.ts';

interface ReviewProps {
  readonly open: OpenImport;
  readonly session: ImportSession;
}

/** Reviews every row before anything is queued, and the remaining rows afterwards. */
export function Review({ open: stored, session }: ReviewProps) {
  const noticeAsked = useRules().data?.notice.asked ?? false;
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
  const changeEncoding = async (encoding: TextEncoding) => setRefusal(await session.changeEncoding(encoding));
  const openSheet = async (sheet: number) => setRefusal(await session.openSheet(sheet));

  return (
    <CellEditsContext value={edits}>
      <SourceBar
        open={open}
        columnsShown={columnsShown}
        onShowColumns={setColumnsShown}
        onSheet={(sheet) => void openSheet(sheet)}
        onEncoding={(encoding) => void changeEncoding(encoding)}
        onUndo={() => change(withUndo)}
        onClose={session.close}
      />
      <ErrorNotice error={refusal && new ApiError(refusal.error, failureWords(refusal.error))} />
      {open.source.headerAt === null && open.queued.size === 0 && <NoHeaderNotice />}
      <SeveralColumns open={open} />
      {columnsShown && <Columns open={open} noticeAsked={noticeAsked} change={change} />}
      <ErrorNotice error={error} title="Couldn't check for duplicates." />
      <QueueOutcome open={open} left={left.length} showButton={buttons.show} onUndo={session.undo} />
      <Questions open={open} change={change} onEncoding={(encoding) => void changeEncoding(encoding)} />
      {!columnsShown && <UnusedColumns open={open} onShowColumns={() => setColumnsShown(true)} />}
      {open.run === null && <ChoiceBar rows={left} />}
      {open.run === null && <TimeZoneChoices rows={left} onChoose={chooseTimeZone} />}
      {open.run === null && <UnknownWordsBar rows={left} mapping={open.mapping} />}
      {offer && open.run === null && <Alike open={open} offer={offer} onDone={dismiss} />}
      {left.length > 0 && <ReviewFilter rows={left} chosen={filter} onChoose={setFilter} />}
      {known ? (
        // Disabling the fieldset disables the controls of all rows without re-rendering them.
        <fieldset role="presentation" className={classes['rows']} disabled={open.run !== null}>
          <ReviewGrid
            rows={shown}
            mapping={open.mapping}
            left={rows.length}
            order={`${filter.state}/${filter.kind}`}
          />
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

interface PartProps {
  readonly open: OpenImport;
  readonly change: ImportSession['change'];
}

function Columns({ open, noticeAsked, change }: PartProps & { noticeAsked: boolean }) {
  return (
    <ColumnMappingPanel
      open={open}
      noticeAsked={noticeAsked}
      onMapping={(field, source) =>
        change((before) => withMapping(before, { ...before.mapping, [field]: source }))
      }
      onKept={(column, as) => change((before) => withKept(before, column, as))}
      onHeaders={(hasHeaders) => change((before) => withHeaders(before, hasHeaders))}
    />
  );
}

/** Questions about the file as a whole. */
function Questions({ open, change, onEncoding }: PartProps & Pick<EncodingQuestionsProps, 'onEncoding'>) {
  return (
    <>
      <NationalNumbers
        open={open}
        onReading={(reading) => change((before) => withReading(before, reading))}
      />
      <EncodingQuestions
        open={open}
        onEncoding={onEncoding}
        onConfirm={(confirmed) => change((before) => ({ ...before, ...confirmed }))}
      />
      <HiddenRows open={open} onInclude={(included) => change((before) => withHidden(before, included))} />
    </>
  );
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
  const library = useLibrary().data;
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
