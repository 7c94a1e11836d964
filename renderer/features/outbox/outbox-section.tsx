import { useMediaQuery } from '@mantine/hooks';
import { type CSSProperties, type ReactNode, useId } from 'react';
import type { GroupPart } from '../../../shared/outbox.ts';
import { DataGrid } from '../../parts/grid/data-grid.tsx';
import { formatNumber } from '../../parts/text/count-of.ts';
import { outboxColumns } from './outbox-columns.tsx';
import classes from './outbox-section.module.css';
import { SelectionContext, useRowSelection } from './row-selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useOpenedRow } from './use-opened-row.ts';
import type { OutboxRows } from './use-outbox-rows.ts';

export interface OutboxSectionProps {
  /** The name of the grid. */
  readonly name: string;
  /** The heading, if it is more than the name. */
  readonly heading?: ReactNode;
  /** Above the heading: what these are. */
  readonly kind?: string;
  readonly lead?: string;
  readonly part: GroupPart;
  readonly rows: OutboxRows;
  /** Beside the heading, while nothing is selected. */
  readonly actions?: ReactNode;
}

/** Room for two lines of the service's words and three of what to do, px. */
const ROW_HEIGHT = 90;
/** In a narrow window the same words need more lines: four and three. */
const NARROW = { query: '(max-width: 1100px)', rowHeight: 124, linesOfWords: 4 };

const LINES = { '--lines-of-words': NARROW.linesOfWords } as CSSProperties;

/** A group of the Outbox: what its rows have in common, what can be done with all, and the rows. */
export function OutboxSection({ name, heading, kind, lead, part, rows, actions }: OutboxSectionProps) {
  const selection = useRowSelection(rows.first, rows.count);
  const headingId = useId();
  const isNarrow = useMediaQuery(NARROW.query, undefined, { getInitialValueInEffect: false });
  const { place, onOpen } = useOpenedRow(name, rows.first);
  return (
    <SelectionContext value={selection}>
      <section
        aria-labelledby={headingId}
        className={classes['section']}
        style={isNarrow ? LINES : undefined}
      >
        <div className={classes['head']}>
          <div className={classes['titles']}>
            {kind && <p className={classes['kind']}>{kind}</p>}
            <h2 id={headingId} className={classes['title']}>
              {heading ?? name} <span className={classes['count']}>{formatNumber(rows.count)}</span>
            </h2>
            {lead && <p className={classes['lead']}>{lead}</p>}
          </div>
          {selection.chosen.length === 0 && actions && <div className={classes['actions']}>{actions}</div>}
        </div>
        <SelectionBar rows={rows.first} part={part} selection={selection} />
        <DataGrid
          label={name}
          columns={outboxColumns}
          count={rows.count}
          itemAt={rows.itemAt}
          {...(rows.onRange && { onRange: rows.onRange })}
          itemId={(row) => row.id}
          onOpen={onOpen}
          place={place}
          rowHeight={isNarrow ? NARROW.rowHeight : ROW_HEIGHT}
          height="grow"
        />
      </section>
    </SelectionContext>
  );
}
