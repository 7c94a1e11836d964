import { Button } from '@mantine/core';
import { memo, useMemo, useState } from 'react';
import { FIELD_LABELS } from '../../../shared/words/import-words.ts';
import { LibraryField } from '../../parts/library-field/library-field.tsx';
import { ClippedText } from '../../parts/text/clipped-text.tsx';
import { countOf, formatNumber } from '../../parts/text/count-of.ts';
import { useCellEdits } from './cell-edits.ts';
import type { ReviewRow } from './classify-rows.ts';
import { LIBRARY_FIELDS } from './reading/import-fields.ts';
import type { ColumnMapping } from './reading/match-headers.ts';
import { type UnknownWord, unknownWords } from './unknown-words.ts';
import classes from './unknown-words-bar.module.css';

interface UnknownWordsBarProps {
  readonly rows: readonly ReviewRow[];
  readonly mapping: ColumnMapping;
}

/** Words shown at first: the rows below need the room. */
const SHOWN_AT_FIRST = 1;

/** A line per unknown job or questionnaire, to say once for all its rows what it means. */
export const UnknownWordsBar = memo(PlainUnknownWordsBar);

function PlainUnknownWordsBar({ rows, mapping }: UnknownWordsBarProps) {
  const [all, setAll] = useState(false);
  const words = useMemo(() => unknownWords(rows, mapping), [rows, mapping]);
  const shown = all ? words : words.slice(0, SHOWN_AT_FIRST);
  if (words.length === 0) return null;
  return (
    <section className={classes['words']} data-all={all || undefined} aria-label="Unknown names">
      {shown.map((word) => (
        <UnknownWordLine key={`${word.field} ${word.text}`} word={word} />
      ))}
      {words.length > SHOWN_AT_FIRST && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          className={classes['more'] ?? ''}
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? 'Show fewer' : `Show ${countOf(words.length - SHOWN_AT_FIRST, 'more unknown name')}`}
        </Button>
      )}
    </section>
  );
}

function UnknownWordLine({ word: { field, text, numbers } }: { word: UnknownWord }) {
  const { correctAll } = useCellEdits();
  const [id, setId] = useState('');
  const kind = LIBRARY_FIELDS[field];
  if (!kind) return null;
  const label = FIELD_LABELS[field];
  const rows = countOf(numbers.length, 'row');
  return (
    <form
      className={classes['line']}
      onSubmit={(event) => {
        event.preventDefault();
        if (id !== '') correctAll(field, numbers, id);
      }}
    >
      <span className={classes['text']}>
        <ClippedText strong>{text === '' ? 'Empty' : text}</ClippedText>
      </span>
      <span className={classes['about']}>
        {label.toLowerCase()} of {formatNumber(numbers.length)} rows
      </span>
      <div className={classes['field']}>
        <LibraryField
          kind={kind}
          size="xs"
          label={`${label} for “${text}”`}
          placeholder="Pick from the Library or enter an ID"
          value={id}
          onChange={setId}
        />
      </div>
      <Button type="submit" size="xs" variant="default" className={classes['use'] ?? ''} disabled={id === ''}>
        Use for all {rows}
      </Button>
    </form>
  );
}
