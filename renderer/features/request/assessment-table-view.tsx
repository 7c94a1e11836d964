import { readLeaf } from '../../../shared/assessment-leaf.ts';
import { isPrimitive } from '../../../shared/assessment-paths.ts';
import type { AssessmentField } from '../../../shared/assessment-shape.ts';
import type { AssessmentTable, TableRow } from '../../../shared/assessment-tables.ts';
import classes from './assessment-table-view.module.css';
import { AssessmentValue } from './assessment-value.tsx';
import { PinButton } from './pin-button.tsx';

/** Entries with the same fields as a table; a wide one scrolls sideways. */
export function AssessmentTableView({ table }: { table: AssessmentTable }) {
  const headed = table.titled || table.columns.some(({ name }) => name !== null);
  return (
    <div className={classes['scroll']}>
      <table className={classes['table']}>
        {headed && (
          <thead>
            <tr>
              {table.titled && <td />}
              {table.columns.map(({ key, name, label }) => (
                <th key={key} scope="col" dir="auto" title={name ?? undefined}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {table.rows.map((row) => (
            <Row key={row.cells[0]?.path ?? row.title} row={row} titled={table.titled} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row, titled }: { row: TableRow; titled: boolean }) {
  return (
    <tr>
      {titled && (
        <th scope="row" dir="auto">
          {row.title}
        </th>
      )}
      {row.cells.map((cell) => (
        <Cell key={cell.path} cell={cell} />
      ))}
    </tr>
  );
}

/** A table offers to pin measured values only, to keep its texts readable. */
function Cell({ cell }: { cell: AssessmentField }) {
  const { value } = cell;
  if (!isPrimitive(value)) return <td dir="auto">{Array.isArray(value) ? value.join(', ') : ''}</td>;
  const part = readLeaf(value ?? null);
  const measured = !['text', 'link', 'nothing', 'data'].includes(part.kind);
  return (
    <td data-pin-place data-wide={(part.kind === 'text' && part.text.length > 28) || undefined}>
      <span className={classes['cell']}>
        <AssessmentValue part={part} path={cell.path} />
        {measured && <PinButton field={cell} />}
      </span>
    </td>
  );
}
