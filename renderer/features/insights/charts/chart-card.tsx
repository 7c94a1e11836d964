import { ActionIcon, Box, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useExportTable } from '../../../api/insights.ts';
import { showSavedFile } from '../../../parts/export/show-saved-file.tsx';
import { useExportLock } from '../../../parts/export/use-export-lock.ts';
import { DefinedTerm } from '../defined-term.tsx';
import { formatDecimal } from '../format-figures.ts';
import classes from './chart-card.module.css';

interface ChartCardProps {
  readonly title: string;
  /** What is counted, in a few words. */
  readonly hint?: string;
  /** What the numbers mean, a hover or key away. */
  readonly definition?: string | undefined;
  readonly table: ChartTable;
  /** Shown in place of the chart; null if there is data. */
  readonly empty: string | null;
  /** As wide as the page. */
  readonly wide?: boolean;
  /** The chart. */
  readonly children: ReactNode;
}

/** A chart with its heading, which can also be shown as a table or saved as CSV. */
export function ChartCard({ title, hint, definition, table, empty, wide, children }: ChartCardProps) {
  const heading = useId();
  const [asTable, setAsTable] = useState(false);
  return (
    <section className={classes['card']} aria-labelledby={heading} data-wide={wide || undefined}>
      <div className={classes['head']}>
        <div>
          <h2 id={heading} className={classes['title']} dir="auto">
            {definition === undefined ? title : <DefinedTerm term={title} definition={definition} />}
          </h2>
          {hint && <p className={classes['hint']}>{hint}</p>}
        </div>
        {empty === null && (
          <div className={classes['actions']}>
            <Button
              size="compact-xs"
              variant={asTable ? 'light' : 'subtle'}
              {...(!asTable && { color: 'gray' })}
              aria-label={`Table of ${title}`}
              aria-pressed={asTable}
              onClick={() => setAsTable(!asTable)}
            >
              Table
            </Button>
            <ExportTable title={title} table={table} />
          </div>
        )}
      </div>
      <div className={classes['body']}>
        {empty !== null ? (
          <p className={classes['empty']}>{empty}</p>
        ) : asTable ? (
          <TableView label={title} table={table} />
        ) : (
          children
        )}
      </div>
    </section>
  );
}

function ExportTable({ title, table }: { title: string; table: ChartTable }) {
  const save = useExportTable();
  const { lock } = useExportLock();
  return (
    <ActionIcon
      size="sm"
      aria-label={`Save ${title} as CSV`}
      title="Save as CSV"
      loading={save.isPending}
      {...lock}
      onClick={() =>
        save.mutate(
          { title, headers: [...table.headers], rows: table.rows.map((row) => [...row]) },
          { onSuccess: ({ path }) => path !== null && showSavedFile({ title: `${title} saved`, path }) },
        )
      }
    >
      <IconDownload size={15} aria-hidden />
    </ActionIcon>
  );
}

/** A chart's data as a table. */
function TableView({ label, table }: { label: string; table: ChartTable }) {
  const isNumber = table.headers.map((_, at) => table.rows.some((row) => typeof row[at] === 'number'));
  return (
    <Box className={classes['scroll'] ?? ''} tabIndex={0} role="group" aria-label={`Table of ${label}`}>
      <table className={classes['table']} aria-label={label}>
        <thead>
          <tr>
            {table.headers.map((header, at) => (
              <th
                key={header}
                scope="col"
                className={classes['header']}
                data-number={isNumber[at] || undefined}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.join()}>
              {row.map((cell, at) => (
                <TableCell
                  key={table.headers[at]}
                  cell={cell}
                  first={at === 0}
                  number={isNumber[at] ?? false}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}

interface TableCellProps {
  readonly cell: string | number | null;
  readonly first: boolean;
  readonly number: boolean;
}

function TableCell({ cell, first, number }: TableCellProps) {
  const text = cell === null ? '–' : typeof cell === 'number' ? formatDecimal(cell) : cell;
  return first ? (
    <th scope="row" className={classes['cell']} dir="auto" data-number={number || undefined}>
      {text}
    </th>
  ) : (
    <td className={classes['cell']} dir="auto" data-number={number || undefined}>
      {text}
    </td>
  );
}
/** A chart's data as a table. */
interface ChartTable {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}
