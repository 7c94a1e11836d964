import { ActionIcon, Button, Checkbox, Popover, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp, IconFilter, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { isSameTelephone } from '../../../shared/call-key.ts';
import type { ImportField } from '../../../shared/import-problems.ts';
import { formatPhoneNumber, plainCharacters } from '../../../shared/phone-number.ts';
import { isUuidShaped } from '../../../shared/submission.ts';
import { capitalized } from '../../../shared/words/capitalized.ts';
import { countryName } from '../../../shared/words/country-name.ts';
import { FIELD_LABELS, importWords, rowWords } from '../../../shared/words/import-words.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { formatNumber } from '../../parts/format.ts';
import { DataGrid } from '../../parts/grid/data-grid.tsx';
import { type GridColumn, type GridColumnMeta, useRowTabIndex } from '../../parts/grid/grid-columns.ts';
import { Words } from '../../parts/layout.tsx';
import { EmptyState } from '../../parts/page.tsx';
import { pressedOf } from '../../parts/shortcuts.ts';
import { ClippedText, MiddleCutText } from '../../parts/text.tsx';
import { aboutChoice, fieldNoun } from './cell-questions.tsx';
import type { CheckedProblem } from './check-rows.ts';
import {
  type CellPosition,
  hasChoices,
  type ReviewRow,
  type RowState,
  useCellEdits,
} from './classify-rows.ts';
import { type ColumnMapping, fieldsOfRows, LIBRARY_FIELDS } from './match-headers.ts';
import reviewClasses from './review.module.css';
import classes from './review-grid.module.css';

interface ReviewGridProps {
  readonly rows: readonly ReviewRow[];
  readonly mapping: ColumnMapping;
  /** Changes when other rows are shown. */
  readonly order: string;
}

/** Row heights, px. */
const ROW = 40;
const ROW_WITH_CHOICES = 68;

/** The rows of the file; opening one edits its first invalid cell. Memoised: queueing must re-render only the bar below. */
export const ReviewGrid = memo(PlainReviewGrid);

function PlainReviewGrid({ rows, mapping, order }: ReviewGridProps) {
  const { begin, exclude, fields } = useCellEdits();
  const choices = useMemo(() => rows.some(hasChoices), [rows]);
  const columns = useMemo(() => reviewColumns(mapping, choices), [mapping, choices]);
  const itemAt = useCallback((index: number) => rows[index], [rows]);
  const open = useCallback(
    ({ number, problems }: ReviewRow) => {
      const wrong = problems.find(({ field }) => field !== null && fields.includes(field))?.field;
      begin({ number, field: wrong ?? 'candidateName' });
    },
    [begin, fields],
  );
  const frame = useRowKeys((id, index) => {
    const row = rows[index];
    if (!row) return;
    if (id === 'cellEdit') open(row);
    else exclude([row.number], row.state !== 'excluded');
  });
  if (rows.length === 0) return <NoneOfThese />;
  return (
    <div ref={frame} className={reviewClasses['grid']}>
      <DataGrid
        label="Rows of the file"
        columns={columns}
        count={rows.length}
        itemAt={itemAt}
        itemId={rowId}
        rowHeight={choices ? ROW_WITH_CHOICES : ROW}
        onOpen={open}
        order={order}
      />
    </div>
  );
}

const ROW_KEYS = ['cellEdit', 'rowLeaveOut'] as const;

/** Keys on a focused row, in addition to those of every grid. */
function useRowKeys(onKey: (id: (typeof ROW_KEYS)[number], index: number) => void) {
  const frame = useRef<HTMLDivElement>(null);
  const press = useEffectEvent(onKey);
  useEffect(() => {
    const stop = new AbortController();
    frame.current?.addEventListener(
      'keydown',
      (event) => {
        const index = event.target instanceof HTMLElement ? event.target.dataset['index'] : undefined;
        const id = ROW_KEYS.find((each) => pressedOf(each, event) === 0);
        if (index === undefined || id === undefined) return;
        event.preventDefault();
        press(id, Number(index));
      },
      { signal: stop.signal },
    );
    return () => stop.abort();
  });
  return frame;
}

function rowId(row: ReviewRow): string {
  return String(row.number);
}

function NoneOfThese() {
  return (
    <EmptyState icon={<IconFilter size={22} stroke={1.5} aria-hidden />} title="No matching rows">
      Choose All to see the others.
    </EmptyState>
  );
}

const STATE_WORDS: Readonly<Record<RowState, string>> = {
  ready: 'Ready',
  held: 'Held',
  choose: 'Choose',
  duplicate: 'Duplicate',
  blocked: 'Blocked',
  invalid: 'Invalid',
  excluded: 'Left out',
};

const FIELD_LAYOUTS: Readonly<Record<ImportField, GridColumnMeta>> = {
  candidateName: { track: 'minmax(110px, 1.2fr)', scrolled: 110, sticky: 54 },
  phoneNumber: { track: 'minmax(138px, 0.8fr)', scrolled: 138 },
  resumeUrl: { track: 'minmax(100px, 1.2fr)', scrolled: 300 },
  jobDescriptionId: { track: 'minmax(100px, 1fr)', scrolled: 280 },
  questionnaireTemplateId: { track: 'minmax(100px, 1fr)', scrolled: 280 },
  noticeOn: { track: 'minmax(96px, 0.6fr)', scrolled: 120 },
};
const FIRST_FIELDS: readonly ImportField[] = ['candidateName', 'phoneNumber'];

/**
 * The columns of the review; a field with one value for all rows has none. Where they don't fit, the long values scroll
 * sideways, after the notes. Notes with choices show a whole number and its country.
 */
function reviewColumns(mapping: ColumnMapping, hasChoices: boolean): readonly GridColumn<ReviewRow>[] {
  const fields = fieldsOfRows(mapping);
  const [name, ...phone] = fields.filter((field) => FIRST_FIELDS.includes(field)).map(fieldColumn);
  return [
    {
      id: 'number',
      header: 'Row',
      meta: { track: '38px', scrolled: 38, sticky: 0 },
      cell: (row) => <span className={classes['number']}>{formatNumber(row.number)}</span>,
    },
    ...(name ? [name] : []),
    {
      id: 'state',
      header: 'State',
      meta: { track: '78px', scrolled: 78 },
      cell: (row) => <StateBadge state={row.state} />,
    },
    ...phone,
    {
      id: 'notes',
      header: () => <ClippedText>Notes</ClippedText>,
      meta: hasChoices
        ? { track: 'minmax(236px, 3fr)', scrolled: 236 }
        : { track: 'minmax(160px, 3fr)', scrolled: 160 },
      cell: (row) => <NotesCell row={row} />,
    },
    ...fields.filter((field) => !FIRST_FIELDS.includes(field)).map(fieldColumn),
    {
      id: 'leave-out',
      header: () => <VisuallyHidden>Leave out</VisuallyHidden>,
      // Its button is in the gap before it and the padding after it.
      meta: { track: '0px', scrolled: 0, sticky: 'end' },
      cell: (row) => <ExcludeButton row={row} />,
    },
  ];
}

function fieldColumn(field: ImportField): GridColumn<ReviewRow> {
  return {
    id: field,
    header: () => <ClippedText>{FIELD_LABELS[field]}</ClippedText>,
    meta: FIELD_LAYOUTS[field],
    cell: (row) => <FieldCell row={row} field={field} />,
  };
}

function StateBadge({ state }: { state: RowState }) {
  return (
    <span className={classes['state']} data-state={state}>
      {STATE_WORDS[state]}
    </span>
  );
}

/** A cell of the review; a click edits it in place. */
function FieldCell({ row, field }: { readonly row: ReviewRow; readonly field: ImportField }) {
  const { editing, begin, nameOf } = useCellEdits();
  const tabIndex = useRowTabIndex();
  if (editing?.number === row.number && editing.field === field)
    return (
      <CellFrame field={field}>
        <CellEditor row={row} field={field} />
      </CellFrame>
    );
  const problem = row.problems.find((each) => each.field === field);
  const value = row.values[field];
  const { shown, beneath } = wordsOf(row, field, nameOf(field, value));
  const CellText = /^https?:/.test(shown) || isUuidShaped(shown) ? MiddleCutText : ClippedText;
  // Beside its name, shown while the cell has the focus.
  const id = LIBRARY_FIELDS[field] && shown !== value ? value : undefined;
  return (
    <CellFrame field={field}>
      <button
        type="button"
        className={classes['cell']}
        data-wrong={problem !== undefined || undefined}
        data-choose={problem?.choices !== undefined || undefined}
        data-out={row.state === 'excluded' || undefined}
        data-id={isUuidShaped(shown) || undefined}
        aria-label={`Edit ${fieldNoun(field)} of row ${row.number}: ${[shown, beneath].filter(Boolean).join(' ') || 'empty'}`}
        tabIndex={tabIndex}
        onClick={() => begin({ number: row.number, field })}
      >
        <CellText
          title={
            problem
              ? `${value}\n${importWords(problem)}`.trim()
              : [shown, beneath ?? id].filter(Boolean).join('\n')
          }
        >
          {shown === '' ? '–' : shown}
        </CellText>
        {beneath && ' '}
        {beneath && <span className={classes['beneath']}>{beneath}</span>}
        {id && <span className={classes['id']}>{id}</span>}
      </button>
    </CellFrame>
  );
}

/** An ID is longer than its column: a focused cell or its editor widens to the left, where there is room. */
function CellFrame({ field, children }: { field: ImportField; children: ReactNode }) {
  return LIBRARY_FIELDS[field] ? <div className={classes['widening']}>{children}</div> : children;
}

interface CellWords {
  readonly shown: string;
  readonly beneath?: string;
}

/** Shows both numbers where the import added the country code or took the number that replaced this one, so that the user can check who will be called. */
function wordsOf(row: ReviewRow, field: ImportField, name: string | undefined): CellWords {
  const value = row.values[field];
  if (name !== undefined) return { shown: name };
  if (field !== 'phoneNumber' || row.phone === null) return { shown: value };
  const shown = formatPhoneNumber(row.phone);
  const typed = plainCharacters(value);
  const written = `+${typed.replace(/^\D*00/, '').replace(/\D/g, '')}`;
  const isReplaced = written !== row.phone && isSameTelephone(written, row.phone);
  const asTyped = /^\D*(\+|00)/.test(typed) && row.country === null && !isReplaced;
  if (asTyped) return { shown };
  const where = row.country === null ? '' : `, ${countryName(row.country)}`;
  return { shown, beneath: `from ${value}${where}` };
}

/** Edits one cell in place: Enter and Tab save the text, Escape discards it. */
function CellEditor({ row, field }: { readonly row: ReviewRow; readonly field: ImportField }) {
  const { save, cancel, fields } = useCellEdits();
  const [text, setText] = useState(row.values[field]);
  const input = useRef<HTMLInputElement>(null);
  const left = useRef(false);
  const place = { number: row.number, field };
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  /** Runs once: closing the editor also fires `blur`. */
  const leave = (how: () => void, toRow: boolean) => {
    if (left.current) return;
    left.current = true;
    const gridRow = input.current?.closest<HTMLElement>('[data-index]');
    how();
    if (toRow) gridRow?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // The grid handles these keys for whole rows.
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') leave(cancel, true);
    if (event.key === 'Enter') leave(() => save(place, text, null), true);
    if (event.key !== 'Tab') return;
    event.preventDefault();
    const next = cellBeside(place, fields, event.shiftKey ? -1 : 1);
    leave(() => save(place, text, next), next === null);
  };
  const suggestions = `import-suggestions-${field}`;
  return (
    <>
      <input
        ref={input}
        className={classes['editor']}
        aria-label={`${capitalized(fieldNoun(field))} of row ${row.number}`}
        aria-invalid={row.problems.some((each) => each.field === field) || undefined}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        list={LIBRARY_FIELDS[field] ? suggestions : undefined}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => leave(() => save(place, text, null), false)}
      />
      {LIBRARY_FIELDS[field] && <Suggestions id={suggestions} field={field} />}
    </>
  );
}

function Suggestions({ id, field }: { id: string; field: ImportField }) {
  const entries = (useQuery(useWorkspace().queries.library.list()).data ?? []).filter(
    ({ kind, archived }) => kind === LIBRARY_FIELDS[field] && !archived,
  );
  return (
    <datalist id={id}>
      {entries.map(({ serviceId, name }) => (
        <option key={serviceId} value={name === '' ? serviceId : name} />
      ))}
    </datalist>
  );
}

/** The next or previous field of the same row; null at its ends. */
function cellBeside(
  { number, field }: CellPosition,
  fields: readonly ImportField[],
  step: 1 | -1,
): CellPosition | null {
  const next = fields[fields.indexOf(field) + step];
  return next ? { number, field: next } : null;
}

/** A row's problems and hints, and the choices they leave. A note names its field, whose cell may be scrolled away. */
function NotesCell({ row }: { row: ReviewRow }) {
  return (
    <div className={classes['line']} data-anyway={row.state === 'duplicate' || row.anyway || undefined}>
      <div className={classes['words']}>
        {row.notes.length > 0 && !isSaidByChoices(row) && (
          <Reasons notes={row.notes} dimmed={row.state !== 'invalid' && row.state !== 'blocked'} />
        )}
        {row.state !== 'excluded' &&
          row.problems.map((problem) => <ChoiceButtons key={problem.field} row={row} problem={problem} />)}
      </div>
      {(row.state === 'duplicate' || row.anyway) && <AnywayCheckbox row={row} />}
    </div>
  );
}

/** Longer reasons than these characters are often cut in their line. */
const WHOLE_LINE = 36;

/** The reasons in one line; whole, with the fields they are about, behind "more". */
function Reasons({ notes, dimmed }: { notes: ReviewRow['notes']; dimmed: boolean }) {
  const [opened, setOpened] = useState(false);
  const tabIndex = useRowTabIndex();
  const line = notes.map(importWords).join(' ');
  return (
    <span className={classes['reasons']} data-dimmed={dimmed || undefined}>
      <ClippedText>{line}</ClippedText>
      {line.length > WHOLE_LINE && (
        <Popover
          opened={opened}
          onChange={setOpened}
          width={340}
          position="bottom-end"
          shadow="md"
          trapFocus
          returnFocus
        >
          <Popover.Target>
            <UnstyledButton
              className={classes['more']}
              tabIndex={tabIndex}
              onClick={() => setOpened(!opened)}
            >
              more
            </UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown>
            {notes.map(rowWords).map((words) => (
              <Words key={words}>{words}</Words>
            ))}
          </Popover.Dropdown>
        </Popover>
      )}
    </span>
  );
}

/** Several choice buttons need no further explanation. */
function isSaidByChoices({ state, problems }: ReviewRow): boolean {
  const [only, another] = problems;
  return state === 'choose' && !another && (only?.choices?.length ?? 0) > 1;
}

function AnywayCheckbox({ row }: { row: ReviewRow }) {
  const { chooseAnyway } = useCellEdits();
  const tabIndex = useRowTabIndex();
  return (
    <Checkbox
      label="Queue anyway"
      classNames={{ root: classes['anyway'] ?? '' }}
      tabIndex={tabIndex}
      checked={row.anyway}
      onChange={(event) => chooseAnyway([row.number], event.currentTarget.checked)}
    />
  );
}

/** Leaves the row out, or puts it back. */
function ExcludeButton({ row }: { row: ReviewRow }) {
  const { exclude } = useCellEdits();
  const tabIndex = useRowTabIndex();
  const out = row.state === 'excluded';
  const label = out ? `Put row ${row.number} back` : `Leave out row ${row.number}`;
  return (
    <ActionIcon
      size="sm"
      variant="subtle"
      color="gray"
      className={classes['exclude']}
      data-out={out || undefined}
      aria-label={label}
      title={out ? 'Put back' : 'Leave out (Delete)'}
      tabIndex={tabIndex}
      onClick={() => exclude([row.number], !out)}
    >
      {out ? <IconArrowBackUp size={15} aria-hidden /> : <IconX size={15} aria-hidden />}
    </ActionIcon>
  );
}

/** A button for each way to read an ambiguous cell. */
function ChoiceButtons({ row, problem }: { row: ReviewRow; problem: CheckedProblem }) {
  const { choose } = useCellEdits();
  const tabIndex = useRowTabIndex();
  const { field, choices = [] } = problem;
  if (field === null || choices.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a border and a legend to every row
    <div
      role="group"
      className={classes['choices']}
      aria-label={`${capitalized(fieldNoun(field))} of row ${row.number}`}
    >
      {choices.map((choice) => (
        <Button
          key={choice.value}
          size="compact-sm"
          variant="default"
          className={classes['choice'] ?? ''}
          tabIndex={tabIndex}
          title={`${choice.label}, ${aboutChoice(choice)}`}
          onClick={({ currentTarget }) => {
            // Pressing the button removes it, so keyboard focus moves to the row.
            currentTarget.closest<HTMLElement>('[data-index]')?.focus({ preventScroll: true });
            choose(field, new Map([[row.number, choice.value]]), `Choice in row ${row.number}`);
          }}
        >
          <span dir={field === 'candidateName' ? 'auto' : 'ltr'}>{choice.label}</span>
          <span className={classes['about']}>{aboutChoice(choice)}</span>
        </Button>
      ))}
    </div>
  );
}
