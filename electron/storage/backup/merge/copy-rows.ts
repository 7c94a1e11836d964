import type { DatabaseSync } from 'node:sqlite';
import { change } from '../../operation.ts';
import { columnsOf, quoted } from '../backed-up-tables.ts';

interface Copied {
  readonly table: string;
  /** After FROM: `backup.<table> AS b`, with whatever it is joined with. */
  readonly from: string;
  /** Expressions for columns that are not taken as they are in `b`; null leaves a column to its default. */
  readonly columns?: Readonly<Record<string, string | null>>;
  /** Rows that are here already stay as they are. */
  readonly keepOurs?: boolean;
}

/** Copies rows of the backup into the table of the same name, every column it has; answers how many. */
export function copyRows(db: DatabaseSync, { table, from, columns = {}, keepOurs = false }: Copied): number {
  const names = columnsOf(db, table).filter((name) => columns[name] !== null);
  const values = names.map((name) => columns[name] ?? `b.${quoted(name)}`);
  return change(
    db,
    `INSERT ${keepOurs ? 'OR IGNORE ' : ''}INTO main.${quoted(table)} (${names.map(quoted).join(', ')})
     SELECT ${values.join(', ')} FROM ${from}`,
  );
}
