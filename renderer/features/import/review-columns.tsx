import { gridColumns } from '../../parts/grid/grid-columns.ts';
import { formatNumber } from '../../parts/text/count-of.ts';
import { FieldCell } from './field-cell.tsx';
import type { ReviewRow, RowState } from './judge-rows.ts';
import { NotesCell } from './notes-cell.tsx';
import { FIELD_LABELS, type ImportField } from './reading/import-fields.ts';
import classes from './review-columns.module.css';

const column = gridColumns<ReviewRow>();

const STATE_WORDS: Readonly<Record<RowState, string>> = {
  ready: 'Ready',
  held: 'Held',
  duplicate: 'Duplicate',
  invalid: 'Invalid',
  excluded: 'Left out',
};

/** The columns of the review: the row as in the file, what stands in it, and what becomes of it. */
export const reviewColumns = column.columns([
  column.display({
    id: 'number',
    header: 'Row',
    meta: { track: '40px' },
    cell: ({ row }) => <span className={classes['number']}>{formatNumber(row.original.number)}</span>,
  }),
  column.display({
    id: 'state',
    header: 'State',
    meta: { track: '78px' },
    cell: ({ row }) => <StateBadge state={row.original.state} />,
  }),
  fieldColumn('candidateName', 'minmax(70px, 1.2fr)'),
  fieldColumn('phoneNumber', 'minmax(100px, 136px)'),
  fieldColumn('resumeUrl', 'minmax(48px, 0.8fr)'),
  fieldColumn('jobDescriptionId', 'minmax(48px, 0.8fr)'),
  fieldColumn('questionnaireTemplateId', 'minmax(48px, 0.8fr)'),
  column.display({
    id: 'notes',
    header: 'What to look at',
    meta: { track: 'minmax(140px, 2.4fr)' },
    cell: ({ row }) => <NotesCell row={row.original} />,
  }),
]);

function fieldColumn(field: ImportField, track: string) {
  return column.display({
    id: field,
    header: FIELD_LABELS[field],
    meta: { track },
    cell: ({ row }) => <FieldCell row={row.original} field={field} />,
  });
}

function StateBadge({ state }: { state: RowState }) {
  return (
    <span className={classes['state']} data-state={state}>
      {STATE_WORDS[state]}
    </span>
  );
}
