import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { IMPORT_FIELDS } from '../../../shared/import-problems.ts';
import type { Failure } from '../../../shared/result.ts';
import { failureWords } from '../../../shared/words/failure-words.ts';
import { ApiError } from '../../api/api-error.ts';
import { useLibrary } from '../../api/library.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { Notice } from '../../parts/notice/notice.tsx';
import { ChoiceBar } from './choice-bar.tsx';
import { ColumnMappingPanel } from './column-mapping-panel.tsx';
import { type CellEdits, CellEditsProvider, type CellPlace } from './edit-cells.ts';
import { HiddenRows } from './hidden-rows.tsx';
import type { ImportSession } from './import-session.ts';
import {
  lacksSource,
  type OpenImport,
  withAnyway,
  withChosen,
  withCorrection,
  withExcluded,
  withHeaders,
  withHidden,
  withMapping,
  withReading,
  withUndo,
} from './import-state.ts';
import type { ReviewRow } from './judge-rows.ts';
import { LetterQuestions } from './letter-questions.tsx';
import { NationalNumbers } from './national-numbers.tsx';
import { QueueBar } from './queue-bar.tsx';
import { QueueOutcome } from './queue-outcome.tsx';
import { LIBRARY_FIELDS } from './reading/import-fields.ts';
import type { TextEncoding } from './reading/text-encodings.ts';
import classes from './review.module.css';
import { ALL_ROWS, passes, ReviewFilter, type RowFilter } from './review-filter.tsx';
import { ReviewGrid } from './review-grid.tsx';
import { SeveralColumns } from './several-columns.tsx';
import { SourceBar } from './source-bar.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { useReview } from './use-review.ts';

interface ReviewProps {
  readonly open: OpenImport;
  readonly session: ImportSession;
}

/** Every row before anything is queued, and what is left afterwards. */
export function Review({ open, session }: ReviewProps) {
  const { rows, left, known, checking, error } = useReview(open, session);
  const unsure = lacksSource(open.mapping) || open.source.headerAt === null;
  const [columnsShown, setColumnsShown] = useState(unsure && open.queued.size === 0);
  const [refusal, setRefusal] = useState<Failure | null>(null);
  const { change } = session;
  const { filter, setFilter, shown, touch } = useFilter(rows);
  const edits = useCellEditing(open, session, touch);
  const buttons = useKeptFocus(open.run !== null);
  useUndoKey(() => change(withUndo));
  const readAgain = async (encoding: TextEncoding) => setRefusal(await session.openAgain(encoding));
  const readSheet = async (sheet: number) => setRefusal(await session.openSheet(sheet));

  return (
    <CellEditsProvider value={edits}>
      <SourceBar
        open={open}
        columnsShown={columnsShown}
        onShowColumns={setColumnsShown}
        onSheet={(sheet) => void readSheet(sheet)}
        onEncoding={(encoding) => void readAgain(encoding)}
        onUndo={() => change(withUndo)}
        onClose={session.close}
      />
      <ErrorNotice error={refusal && new ApiError(refusal.error, failureWords(refusal.error))} />
      {open.source.headerAt === null && open.queued.size === 0 && (
        <Notice tone="warning" title="No row has the column names.">
          Row 1 is taken for a candidate, and the columns are guessed by what stands in them. Look at the
          choices below.
        </Notice>
      )}
      <SeveralColumns open={open} />
      {columnsShown && (
        <ColumnMappingPanel
          open={open}
          onMapping={(mapping) => change((before) => withMapping(before, mapping))}
          onHeaders={(hasHeaders) => change((before) => withHeaders(before, hasHeaders))}
          onNotBefore={(notBefore) => change((before) => ({ ...before, notBefore }))}
        />
      )}
      <ErrorNotice error={error} title="Couldn't check for duplicates." />
      <QueueOutcome open={open} left={left.length} showButton={buttons.show} />
      <NationalNumbers
        open={open}
        onReading={(reading) => change((before) => withReading(before, reading))}
      />
      <LetterQuestions
        open={open}
        onEncoding={(encoding) => void readAgain(encoding)}
        onRight={(right) => change((before) => ({ ...before, ...right }))}
      />
      <HiddenRows open={open} onTake={(taken) => change((before) => withHidden(before, taken))} />
      {open.run === null && <ChoiceBar rows={left} />}
      {left.length > 0 && <ReviewFilter rows={left} chosen={filter} onChoose={setFilter} />}
      {known ? (
        // One attribute for the controls of all rows: none of them is drawn anew when queueing begins and ends.
        <fieldset role="presentation" className={classes['rows']} disabled={open.run !== null}>
          <ReviewGrid
            rows={shown}
            mapping={open.mapping}
            left={rows.length}
            order={`${filter.state}/${filter.kind}`}
          />
        </fieldset>
      ) : (
        <output>Checking the rows…</output>
      )}
      <QueueBar
        open={open}
        session={session}
        rows={left}
        checking={checking}
        queueButton={buttons.queue}
        stopButton={buttons.stop}
        onConsent={(consent) => change((before) => ({ ...before, consent }))}
        onQueue={() => void session.queue(left)}
      />
    </CellEditsProvider>
  );
}

/** The rows that pass a filter. One that is changed stays where it is until the filter is chosen anew. */
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

/** What the cells do to the import under review. */
function useCellEditing(
  open: OpenImport,
  session: ImportSession,
  touch: (numbers: readonly number[]) => void,
): CellEdits {
  const [editing, setEditing] = useState<CellPlace | null>(null);
  const library = useLibrary().data;
  const { mapping } = open;
  const { change } = session;
  const shown = open.run === null ? editing : null;
  return useMemo(() => {
    const changeRows = (numbers: readonly number[], part: (before: OpenImport) => OpenImport) => {
      touch(numbers);
      change((before) => (before.run ? before : part(before)));
    };
    const names = new Map((library ?? []).map(({ kind, serviceId, name }) => [`${kind} ${serviceId}`, name]));
    return {
      editing: shown,
      fields: IMPORT_FIELDS.filter((field) => mapping[field].from !== 'constant'),
      begin: (place) => session.state.get().open?.run === null && setEditing(place),
      cancel: () => setEditing(null),
      save: ({ number, field }, text, next) => {
        setEditing(next);
        const value = text.trim();
        const row = session.state.get().open?.checked.find((each) => each.number === number);
        if (!row || row.values[field] === value) return;
        changeRows([number], (before) => withCorrection(before, number, field, value));
      },
      choose: (field, values, what) =>
        changeRows([...values.keys()], (before) => withChosen(before, field, values, what)),
      chooseAnyway: (numbers, on) => changeRows(numbers, (before) => withAnyway(before, numbers, on)),
      exclude: (numbers, on) => changeRows(numbers, (before) => withExcluded(before, numbers, on)),
      nameOf: (field, id) => names.get(`${LIBRARY_FIELDS[field]} ${id}`) || undefined,
    };
  }, [shown, mapping, library, change, session, touch]);
}

/** Ctrl+Z or Cmd+Z, where no field has an undo of its own. */
function useUndoKey(onUndo: () => void): void {
  const undo = useEffectEvent(onUndo);
  useEffect(() => {
    const stop = new AbortController();
    addEventListener(
      'keydown',
      (event) => {
        const inField =
          event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
        if (inField || event.key.toLowerCase() !== 'z' || event.shiftKey || !(event.ctrlKey || event.metaKey))
          return;
        event.preventDefault();
        undo();
      },
      { signal: stop.signal },
    );
    return () => stop.abort();
  }, []);
}
