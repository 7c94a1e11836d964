import { gridColumns } from '../../parts/grid/grid-columns.ts';
import { ClippedText } from '../../parts/text/clipped-text.tsx';
import { formatNumber } from '../../parts/text/count-of.ts';
import { FIELD_LABELS, type ImportField } from './import-fields.ts';
import type { ReviewRow, RowState } from './judge-rows.ts';
import { NotesCell } from './notes-cell.tsx';
import classes from './review-columns.module.css';

const column = gridColumns<ReviewRow>();

const STATE_WORDS: Readonly<Record<RowState, string>> = {
  ready: 'Ready',
  duplicate: 'Duplicate',
  problem: 'Problem',
  unclear: 'Unclear',
};

/** The columns of the review: the row as in the file, what stands in it, and what becomes of it. */
export const reviewColumns = column.columns([
  column.display({
    id: 'number',
    header: 'Row',
    meta: { track: '38px' },
    cell: ({ row }) => <span className={classes['number']}>{formatNumber(row.original.number)}</span>,
  }),
  column.display({
    id: 'state',
    header: 'State',
    meta: { track: '84px' },
    cell: ({ row }) => <StateBadge state={row.original.state} />,
  }),
  fieldColumn('candidateName', { track: 'minmax(90px, 1.2fr)' }),
  fieldColumn('phoneNumber', { track: '130px' }),
  fieldColumn('resumeUrl', { track: 'minmax(72px, 0.7fr)', from: 820 }),
  fieldColumn('jobDescriptionId', { track: 'minmax(80px, 0.7fr)', from: 900 }),
  fieldColumn('questionnaireTemplateId', { track: 'minmax(80px, 0.7fr)', from: 980 }),
  column.display({
    id: 'notes',
    header: 'What to look at',
    meta: { track: 'minmax(190px, 2.6fr)' },
    cell: ({ row }) => <NotesCell row={row.original} />,
  }),
]);

function fieldColumn(field: ImportField, meta: { track: string; from?: number }) {
  return column.display({
    id: field,
    header: FIELD_LABELS[field],
    meta,
    cell: ({ row }) => <FieldCell row={row.original} field={field} />,
  });
}

function FieldCell({ row, field }: { row: ReviewRow; field: ImportField }) {
  const problem = row.problems.find((each) => each.field === field);
  const value = row.values[field];
  return (
    <span className={classes['value']} data-wrong={problem !== undefined || undefined}>
      <ClippedText title={problem ? `${value}\n${problem.message}`.trim() : value}>
        {value === '' ? '–' : value}
      </ClippedText>
    </span>
  );
}

function StateBadge({ state }: { state: RowState }) {
  return (
    <span className={classes['state']} data-state={state}>
      {STATE_WORDS[state]}
    </span>
  );
}
