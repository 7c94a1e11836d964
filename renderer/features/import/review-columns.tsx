import { VisuallyHidden } from '@mantine/core';
import type { ImportField } from '../../../shared/import-problems.ts';
import { FIELD_LABELS } from '../../../shared/words/import-words.ts';
import type { GridColumn, GridColumnMeta } from '../../parts/grid/grid-columns.ts';
import { ClippedText } from '../../parts/text/clipped-text.tsx';
import { formatNumber } from '../../parts/text/count-of.ts';
import type { ReviewRow, RowState } from './classify-rows.ts';
import { FieldCell } from './field-cell.tsx';
import { ExcludeButton, NotesCell } from './notes-cell.tsx';
import { fieldsOfRows } from './reading/import-fields.ts';
import type { ColumnMapping } from './reading/match-headers.ts';
import classes from './review-columns.module.css';

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
  resumeUrl: { track: 'minmax(90px, 1.6fr)', scrolled: 300 },
  jobDescriptionId: { track: 'minmax(100px, 1.8fr)', scrolled: 280 },
  questionnaireTemplateId: { track: 'minmax(100px, 1.4fr)', scrolled: 280 },
  noticeOn: { track: 'minmax(96px, 0.6fr)', scrolled: 120 },
};
const FIRST_FIELDS: readonly ImportField[] = ['candidateName', 'phoneNumber'];

/**
 * The columns of the review; a field with one value for all rows has none. Where they don't fit, the long values scroll
 * sideways, after the notes. Notes with choices show a whole number and its country.
 */
export function reviewColumns(mapping: ColumnMapping, hasChoices: boolean): readonly GridColumn<ReviewRow>[] {
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
        ? { track: 'minmax(236px, 2fr)', scrolled: 236 }
        : { track: 'minmax(160px, 2fr)', scrolled: 160 },
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
