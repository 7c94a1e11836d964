import type { DatabaseSync } from 'node:sqlite';
import { change } from '../../operation.ts';
import { columnsOf, quoted } from '../backed-up-tables.ts';

interface Copied {
  readonly table: string;
  /** The FROM clause: `backup.<table> AS b`, with joins. */
  readonly from: string;
  /** Expressions for columns that aren't copied unchanged; null gives a column its default. */
  readonly columns?: Readonly<Record<string, string | null>>;
  /** Skips rows that already exist here. */
  readonly keepOurs?: boolean;
}

/** Copies rows of the backup, with all columns, into the table of the same name; gives how many. */
export function copyRows(db: DatabaseSync, { table, from, columns = {}, keepOurs = false }: Copied): number {
  const names = columnsOf(db, table).filter((name) => columns[name] !== null);
  const values = names.map((name) => columns[name] ?? `b.${quoted(name)}`);
  return change(
    db,
    `INSERT ${keepOurs ? 'OR IGNORE ' : ''}INTO main.${quoted(table)} (${names.map(quoted).join(', ')})
     SELECT ${values.join(', ')} FROM ${from}`,
  );
}
