import { Button } from '@mantine/core';
import { memo, useMemo } from 'react';
import { IMPORT_FIELDS, type ImportField } from '../../../shared/import-problems.ts';
import { countOf, formatNumber } from '../../parts/text/count-of.ts';
import { useCellEdits } from './cell-edits.ts';
import classes from './choice-bar.module.css';
import { aboutAll } from './choice-words.ts';
import { hasChoices, type ReviewRow } from './classify-rows.ts';
import { fieldNoun, fieldNouns } from './field-noun.ts';
import type { CellChoice, ChoiceKind } from './reading/cell-choice.ts';

/** One line per column with ambiguous cells, with buttons that resolve all of them at once. */
export const ChoiceBar = memo(PlainChoiceBar);

function PlainChoiceBar({ rows }: { rows: readonly ReviewRow[] }) {
  const asking = useMemo(() => rows.filter(hasChoices), [rows]);
  return IMPORT_FIELDS.map((field) => <FieldChoices key={field} field={field} rows={asking} />);
}

function FieldChoices({ field, rows }: { field: ImportField; rows: readonly ReviewRow[] }) {
  const { choose } = useCellEdits();
  const waiting = choicesByRow(field, rows);
  if (waiting.size < 2) return null;
  const noun = fieldNoun(field);
  const nouns = fieldNouns(field);
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers lay out a fieldset's legend in their own way
    <div role="group" className={classes['line']} aria-label={`Choices for every ${noun}`}>
      <span>{countOf(waiting.size, `${noun} needs`, `${nouns} need`)} a choice. For all at once:</span>
      {byKind(waiting).map(([kind, choices]) => (
        <Button
          key={kind}
          size="compact-sm"
          variant="default"
          onClick={() =>
            choose(
              field,
              new Map([...choices].map(([number, { value }]) => [number, value])),
              `Choice of ${countOf(choices.size, noun, nouns)}`,
            )
          }
        >
          {aboutAll(kind, [...choices.values()])}
          {choices.size < waiting.size && ` (${formatNumber(choices.size)})`}
        </Button>
      ))}
    </div>
  );
}

type ChoicesByRow = ReadonlyMap<number, readonly CellChoice[]>;

function choicesByRow(field: ImportField, rows: readonly ReviewRow[]): ChoicesByRow {
  const waiting = new Map<number, readonly CellChoice[]>();
  for (const { number, problems } of rows) {
    const choices = problems.find((problem) => problem.field === field)?.choices;
    if (choices) waiting.set(number, choices);
  }
  return waiting;
}

/** The rows that offer each kind of choice, with that choice. */
function byKind(waiting: ChoicesByRow): readonly (readonly [ChoiceKind, ReadonlyMap<number, CellChoice>])[] {
  const kinds = new Map<ChoiceKind, Map<number, CellChoice>>();
  for (const [number, choices] of waiting) {
    for (const choice of choices) {
      const rows = kinds.get(choice.kind) ?? new Map<number, CellChoice>();
      rows.set(number, choice);
      kinds.set(choice.kind, rows);
    }
  }
  return [...kinds];
}
