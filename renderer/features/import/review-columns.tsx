import { IMPORT_FIELDS, type ImportField } from '../../../shared/import-problems.ts';
import { FIELD_LABELS } from '../../../shared/words/import-words.ts';
import type { GridColumn } from '../../parts/grid/grid-columns.ts';
import { ClippedText } from '../../parts/text/clipped-text.tsx';
import { formatNumber } from '../../parts/text/count-of.ts';
import { FieldCell } from './field-cell.tsx';
import type { ReviewRow, RowState } from './judge-rows.ts';
import { NotesCell } from './notes-cell.tsx';
import type { ColumnMapping } from './reading/match-headers.ts';
import classes from './review-columns.module.css';

const STATE_WORDS: Readonly<Record<RowState, string>> = {
  ready: 'Ready',
  held: 'Held',
  choose: 'Choose',
  duplicate: 'Duplicate',
  invalid: 'Invalid',
  excluded: 'Left out',
};

const TRACKS: Readonly<Record<ImportField, string>> = {
  candidateName: 'minmax(60px, 1.2fr)',
  phoneNumber: 'minmax(138px, 1fr)',
  resumeUrl: 'minmax(24px, 0.7fr)',
  jobDescriptionId: 'minmax(24px, 0.6fr)',
  questionnaireTemplateId: 'minmax(24px, 0.6fr)',
};

/** Where rows have choices: they show the whole of a number and its country, in a narrow window too. */
export interface ChoiceRoom {
  /** Fields that can be left out there. */
  readonly giveWay: ReadonlySet<ImportField>;
}

/** A grid of this width has room for everything, px. */
const WIDE = 760;

/**
 * The columns of the review: the row as in the file, what stands in it, and what becomes of it. What is the same for
 * all rows is said above them once.
 */
export function reviewColumns(
  mapping: ColumnMapping,
  room: ChoiceRoom | null,
): readonly GridColumn<ReviewRow>[] {
  const fields = IMPORT_FIELDS.filter((field) => mapping[field].from !== 'constant');
  return [
    {
      id: 'number',
      header: 'Row',
      meta: { track: '38px' },
      cell: (row) => <span className={classes['number']}>{formatNumber(row.number)}</span>,
    },
    {
      id: 'state',
      header: 'State',
      meta: { track: '78px' },
      cell: (row) => <StateBadge state={row.state} />,
    },
    ...fields.map((field) => ({
      id: field,
      header: () => <ClippedText>{FIELD_LABELS[field]}</ClippedText>,
      meta: { track: TRACKS[field], ...(room?.giveWay.has(field) && { from: WIDE }) },
      cell: (row: ReviewRow) => <FieldCell row={row} field={field} />,
    })),
    {
      id: 'notes',
      header: () => <ClippedText>What to look at</ClippedText>,
      meta: { track: room ? 'minmax(236px, 2.4fr)' : 'minmax(104px, 2.4fr)' },
      cell: (row) => <NotesCell row={row} />,
    },
  ];
}

function StateBadge({ state }: { state: RowState }) {
  return (
    <span className={classes['state']} data-state={state}>
      {STATE_WORDS[state]}
    </span>
  );
}
