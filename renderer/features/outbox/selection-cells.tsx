import { Checkbox } from '@mantine/core';
import type { OutboxRow } from '../../../shared/outbox.ts';
import { useRowTabIndex } from '../../parts/grid/row-activity.ts';
import { useSelection } from './row-selection.ts';

/** Selects all rows, or none. */
export function SelectAllCheckbox() {
  const { chosen, allChosen, canChooseAll, chooseAll } = useSelection();
  return (
    <Checkbox
      size="xs"
      aria-label="Select all submissions"
      // The buttons above are for all of a long group.
      disabled={!canChooseAll}
      checked={allChosen}
      indeterminate={chosen.length > 0 && !allChosen}
      onChange={(event) => chooseAll(event.currentTarget.checked)}
    />
  );
}

/** Selects one row; with Shift, all rows from the last one changed. */
export function SelectCheckbox({ row }: { row: OutboxRow }) {
  const { isChosen, choose } = useSelection();
  const tabIndex = useRowTabIndex();
  return (
    <Checkbox
      size="xs"
      aria-label={`Select ${row.candidateName}`}
      tabIndex={tabIndex}
      checked={isChosen(row)}
      onChange={(event) => {
        const { nativeEvent } = event;
        const through = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
        choose(row, event.currentTarget.checked, through);
      }}
    />
  );
}
