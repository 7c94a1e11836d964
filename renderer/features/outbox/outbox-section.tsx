import type { ReactNode } from 'react';
import { DataGrid } from '../../parts/grid/data-grid.tsx';
import { Section } from '../../parts/section/section.tsx';
import classes from './outbox-page.module.css';
import type { OutboxColumn } from './shared-columns.tsx';
import type { OutboxRows } from './use-outbox-rows.ts';

export interface OutboxSectionProps {
  readonly title: string;
  readonly lead?: string;
  readonly rows: OutboxRows;
  readonly columns: readonly OutboxColumn[];
  readonly aside?: ReactNode;
  /** Between the lead and the grid. */
  readonly bar?: ReactNode;
  readonly empty: string;
}

/** A section of the Outbox with its grid. */
export function OutboxSection({ title, lead, rows, columns, aside, bar, empty }: OutboxSectionProps) {
  return (
    <Section title={title} aside={aside}>
      {lead && rows.count > 0 && <p className={classes['lead']}>{lead}</p>}
      {bar}
      <DataGrid
        label={title}
        columns={columns}
        count={rows.count}
        itemAt={rows.itemAt}
        {...(rows.onRange && { onRange: rows.onRange })}
        itemId={(row) => row.id}
        rowHeight={76}
        height="grow"
        empty={<p className={classes['empty']}>{empty}</p>}
      />
    </Section>
  );
}
