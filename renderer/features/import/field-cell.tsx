import type { ReactNode } from 'react';
import { isSameTelephone } from '../../../shared/call-key.ts';
import type { ImportField } from '../../../shared/import-problems.ts';
import { formatPhoneNumber, plainCharacters } from '../../../shared/phone-number.ts';
import { isUuidShaped } from '../../../shared/submission.ts';
import { countryName } from '../../../shared/words/country-name.ts';
import { importWords } from '../../../shared/words/import-words.ts';
import { useRowTabIndex } from '../../parts/grid/row-activity.ts';
import { ClippedText } from '../../parts/text/clipped-text.tsx';
import { CellEditor } from './cell-editor.tsx';
import { useCellEdits } from './cell-edits.ts';
import type { ReviewRow } from './classify-rows.ts';
import classes from './field-cell.module.css';
import { fieldNoun } from './field-noun.ts';
import { LIBRARY_FIELDS } from './reading/import-fields.ts';

interface FieldCellProps {
  readonly row: ReviewRow;
  readonly field: ImportField;
}

/** A cell of the review; a click edits it in place. */
export function FieldCell({ row, field }: FieldCellProps) {
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
        <ClippedText
          title={
            problem
              ? `${value}\n${importWords(problem)}`.trim()
              : [shown, beneath ?? id].filter(Boolean).join('\n')
          }
        >
          {shown === '' ? '–' : shown}
        </ClippedText>
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
