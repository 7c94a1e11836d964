import { IMPORT_FIELDS, type ImportField } from '../../../shared/import-problems.ts';
import { FIELD_LABELS } from '../../../shared/words/import-words.ts';
import type { GridColumn } from '../../parts/grid/grid-columns.ts';
import { ClippedText } from '../../parts/text/clipped-text.tsx';
import { formatNumber } from '../../parts/text/count-of.ts';
import type { ReviewRow, RowState } from './classify-rows.ts';
import { FieldCell } from './field-cell.tsx';
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

/** A grid of this width has room for all columns, px. */
const WIDE = 760;

/**
 * The columns of the review; a field with one value for all rows has none. Choice buttons show a whole number and its
 * country even in a narrow window: `optional` are the fields hidden there, null if no row has choices. `bareIds`: fields with
 * IDs that have no name in the Library.
 */
export function reviewColumns(
  mapping: ColumnMapping,
  optional: ReadonlySet<ImportField> | null,
  bareIds: ReadonlySet<ImportField>,
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
      meta: { track: trackOf(field, bareIds.has(field)), ...(optional?.has(field) && { from: WIDE }) },
      cell: (row: ReviewRow) => <FieldCell row={row} field={field} />,
    })),
    {
      id: 'notes',
      header: () => <ClippedText>Notes</ClippedText>,
      meta: { track: optional ? 'minmax(236px, 2.4fr)' : 'minmax(104px, 2.4fr)' },
      cell: (row) => <NotesCell row={row} />,
    },
  ];
}

/** Of a width that leaves the other columns theirs, so much goes to a column of IDs without names, up to a whole ID. */
const ID_WIDTHS: Readonly<Partial<Record<ImportField, string>>> = {
  jobDescriptionId: 'clamp(24px, 100% - 860px, 284px)',
  questionnaireTemplateId: 'clamp(24px, 100% - 1150px, 284px)',
};

function trackOf(field: ImportField, hasBareIds: boolean): string {
  const width = hasBareIds ? ID_WIDTHS[field] : undefined;
  return width === undefined ? TRACKS[field] : `minmax(${width}, 0.6fr)`;
}

function StateBadge({ state }: { state: RowState }) {
  return (
    <span className={classes['state']} data-state={state}>
      {STATE_WORDS[state]}
    </span>
  );
}
