import { Button } from '@mantine/core';
import { countOf } from '../../parts/text/count-of.ts';
import { useCellEdits } from './cell-edits.ts';
import classes from './choice-bar.module.css';
import { fieldNoun } from './field-noun.ts';
import type { AlikeOffer } from './rows-alike.ts';

interface AlikeBarProps {
  readonly offer: AlikeOffer;
  readonly numbers: readonly number[];
  readonly onApply: () => void;
  readonly onDismiss: () => void;
}

/** Offers to make the same correction in all rows with the same text. */
export function AlikeBar({ offer: { field, from, to }, numbers, onApply, onDismiss }: AlikeBarProps) {
  const { nameOf } = useCellEdits();
  const rows = countOf(numbers.length, 'other row has', 'other rows have');
  const what = from === '' ? `no ${fieldNoun(field)}` : `“${short(from)}”`;
  return (
    <div role="status" className={classes['line']}>
      <span dir="auto">
        {rows} {what}, too.
      </span>
      <Button size="compact-sm" onClick={andFocusGrid(onApply)}>
        Change {numbers.length === 1 ? 'it' : `all ${countOf(numbers.length, 'row')}`} to “
        {short(nameOf(field, to) ?? to)}”
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={andFocusGrid(onDismiss)}>
        Leave {numbers.length === 1 ? 'it' : 'them'}
      </Button>
    </div>
  );
}

/** The pressed button goes away, so keyboard focus goes back to the rows. */
function andFocusGrid(act: () => void): () => void {
  return () => {
    document
      .querySelector<HTMLElement>('[role=grid] [data-index][tabindex="0"]')
      ?.focus({ preventScroll: true });
    act();
  };
}

const SHOWN = 40;

function short(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text;
}
