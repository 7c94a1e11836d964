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
      meta: {
        track: trackOf(field, bareIds.has(field), optional !== null),
        ...(optional?.has(field) && { from: WIDE }),
      },
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

/** A whole ID, px. */
const ID = 272;

/** What the other columns need at least, px: of what is left, a column of IDs without names gets up to a whole ID. */
const OTHERS: Readonly<Partial<Record<ImportField, number>>> = {
  jobDescriptionId: 860,
  questionnaireTemplateId: 860 + ID,
};

/** By how much the notes are wider with choices in them, px. */
const CHOICES = 132;

function trackOf(field: ImportField, hasBareIds: boolean, hasChoices: boolean): string {
  const others = hasBareIds ? OTHERS[field] : undefined;
  if (others === undefined) return TRACKS[field];
  return `minmax(clamp(24px, 100% - ${others + (hasChoices ? CHOICES : 0)}px, ${ID}px), 0.3fr)`;
}

function StateBadge({ state }: { state: RowState }) {
  return (
    <span className={classes['state']} data-state={state}>
      {STATE_WORDS[state]}
    </span>
  );
}
