import type { DatabaseSync } from 'node:sqlite';
import { all, integer } from '../operation.ts';
import { type Conditions, countedSql } from './filter-conditions.ts';

/** What is known without looking at any request. */
export interface Counts {
  /** How many requests there are of all workspaces, and of this one. */
  readonly stored: number;
  readonly all: number;
  /** Of this workspace, those that meet all counted conditions. */
  readonly counted: number;
  /** Of all workspaces, those that meet each counted condition by itself. */
  readonly meeting: readonly number[];
}

export function countsOf(
  db: DatabaseSync,
  { workspaceId, counted }: Pick<Conditions, 'workspaceId' | 'counted'>,
): Counts {
  const together = countedSql(counted, 'request_counts');
  const alone = counted.map((each) => countedSql([each], 'request_counts'));
  const rows = all(
    db,
    `SELECT workspace_id, sum(n) AS n, sum(iif(true${together.sql}, n, 0)) AS counted
       ${alone.map(({ sql }, place) => `, sum(iif(true${sql}, n, 0)) AS meeting${place}`).join('')}
     FROM request_counts GROUP BY workspace_id`,
    ...together.params,
    ...alone.flatMap(({ params }) => params),
  );
  const own = rows.find((row) => row['workspace_id'] === workspaceId);
  const sum = (column: string): number => rows.reduce((known, row) => known + integer(row, column), 0);
  return {
    stored: sum('n'),
    all: own ? integer(own, 'n') : 0,
    counted: own ? integer(own, 'counted') : 0,
    meeting: alone.map((_, place) => sum(`meeting${place}`)),
  };
}
