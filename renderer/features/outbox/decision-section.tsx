import { useMemo } from 'react';
import type { OutboxRow } from '../../../shared/outbox.ts';
import { decisionColumns } from './decision-columns.tsx';
import { OutboxSection } from './outbox-section.tsx';
import { SelectionContext, useRowSelection } from './row-selection.ts';
import { SelectionBar } from './selection-bar.tsx';

/** Unconfirmed submissions, to be decided one by one or many at once. */
export function DecisionSection({ rows }: { rows: readonly OutboxRow[] }) {
  const selection = useRowSelection(rows);
  const allRows = useMemo(() => ({ count: rows.length, itemAt: (index: number) => rows[index] }), [rows]);
  return (
    <SelectionContext value={selection}>
      <OutboxSection
        title="Needs your decision"
        rows={allRows}
        columns={decisionColumns}
        bar={<SelectionBar rows={rows} selection={selection} />}
        lead="These may or may not have reached the service. Callboard never resends them automatically, so that nobody is called twice."
        empty="Nothing needs your decision."
      />
    </SelectionContext>
  );
}
