import { Button } from '@mantine/core';
import { capitalized } from '../../../shared/words/capitalized.ts';
import { useRowTabIndex } from '../../parts/grid/row-activity.ts';
import { useCellEdits } from './cell-edits.ts';
import classes from './choice-buttons.module.css';
import { aboutChoice } from './choice-words.ts';
import type { ReviewRow } from './classify-rows.ts';
import { fieldNoun } from './field-noun.ts';
import type { CheckedProblem } from './reading/check-rows.ts';

/** A button for each way to read an ambiguous cell. */
export function ChoiceButtons({ row, problem }: { row: ReviewRow; problem: CheckedProblem }) {
  const { choose } = useCellEdits();
  const tabIndex = useRowTabIndex();
  const { field, choices = [] } = problem;
  if (field === null || choices.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a border and a legend to every row
    <div
      role="group"
      className={classes['choices']}
      aria-label={`${capitalized(fieldNoun(field))} of row ${row.number}`}
    >
      {choices.map((choice) => (
        <Button
          key={choice.value}
          size="compact-xs"
          variant="default"
          className={classes['choice'] ?? ''}
          tabIndex={tabIndex}
          title={`${choice.label}, ${aboutChoice(choice)}`}
          onClick={({ currentTarget }) => {
            // Pressing the button removes it, so keyboard focus moves to the row.
            currentTarget.closest<HTMLElement>('[data-index]')?.focus({ preventScroll: true });
            choose(field, new Map([[row.number, choice.value]]), `Choice in row ${row.number}`);
          }}
        >
          <span dir={field === 'candidateName' ? 'auto' : 'ltr'}>{choice.label}</span>
          <span className={classes['about']}>{aboutChoice(choice)}</span>
        </Button>
      ))}
    </div>
  );
}
