import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { ImportField } from '../../../shared/import-problems.ts';
import { capitalized } from '../../../shared/words/capitalized.ts';
import { useLibrary } from '../../api/library.ts';
import { type CellPosition, useCellEdits } from './cell-edits.ts';
import type { ReviewRow } from './classify-rows.ts';
import classes from './field-cell.module.css';
import { fieldNoun } from './field-noun.ts';
import { LIBRARY_FIELDS } from './reading/import-fields.ts';

interface CellEditorProps {
  readonly row: ReviewRow;
  readonly field: ImportField;
}

/** Edits one cell in place: Enter and Tab save the text, Escape discards it. */
export function CellEditor({ row, field }: CellEditorProps) {
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
  const entries = (useLibrary().data ?? []).filter(
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
