import type { ImportField } from '../../../shared/import-problems.ts';
import { formatPhoneNumber } from '../../../shared/phone-number.ts';
import { countryName } from '../../../shared/words/country-name.ts';
import { FIELD_LABELS, importWords } from '../../../shared/words/import-words.ts';
import { useRowTabIndex } from '../../parts/grid/row-activity.ts';
import { ClippedText } from '../../parts/text/clipped-text.tsx';
import { CellEditor } from './cell-editor.tsx';
import { useCellEdits } from './cell-edits.ts';
import type { ReviewRow } from './classify-rows.ts';
import classes from './field-cell.module.css';

interface FieldCellProps {
  readonly row: ReviewRow;
  readonly field: ImportField;
}

/** A cell of the review; a click edits it in place. */
export function FieldCell({ row, field }: FieldCellProps) {
  const { editing, begin, nameOf } = useCellEdits();
  const tabIndex = useRowTabIndex();
  if (editing?.number === row.number && editing.field === field)
    return <CellEditor row={row} field={field} />;
  const problem = row.problems.find((each) => each.field === field);
  const value = row.values[field];
  const { shown, beneath } = wordsOf(row, field, nameOf(field, value));
  return (
    <button
      type="button"
      className={classes['cell']}
      data-wrong={problem !== undefined || undefined}
      data-choose={problem?.choices !== undefined || undefined}
      data-out={row.state === 'excluded' || undefined}
      aria-label={`Edit ${FIELD_LABELS[field].toLowerCase()} of row ${row.number}: ${[shown, beneath].filter(Boolean).join(' ') || 'empty'}`}
      tabIndex={tabIndex}
      onClick={() => begin({ number: row.number, field })}
    >
      <ClippedText
        title={
          problem ? `${value}\n${importWords(problem)}`.trim() : beneath ? `${shown}\n${beneath}` : shown
        }
      >
        {shown === '' ? '–' : shown}
      </ClippedText>
      {beneath && ' '}
      {beneath && <span className={classes['beneath']}>{beneath}</span>}
    </button>
  );
}

interface CellWords {
  readonly shown: string;
  readonly beneath?: string;
}

/** Shows both numbers where the import added the country code, so that the user can check who will be called. */
function wordsOf(row: ReviewRow, field: ImportField, name: string | undefined): CellWords {
  const value = row.values[field];
  if (name !== undefined) return { shown: name };
  if (field !== 'phoneNumber' || row.phone === null) return { shown: value };
  const shown = formatPhoneNumber(row.phone);
  const typed = value.normalize('NFKC');
  const asTyped = /^\D*(\+|00)/.test(typed) && row.country === null;
  if (asTyped) return { shown };
  const where = row.country === null ? '' : `, ${countryName(row.country)}`;
  return { shown, beneath: `from ${value}${where}` };
}
