import { Box } from '@mantine/core';
import { formatDecimal } from '../format-figures.ts';
import classes from './chart-card.module.css';
import type { ChartTable } from './chart-table.ts';

/** A chart's data as a table. */
export function TableView({ label, table }: { label: string; table: ChartTable }) {
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
