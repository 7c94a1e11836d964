import type { DatabaseSync } from 'node:sqlite';
import { all, integer } from '../operation.ts';
import { type Conditions, countedSql } from './filter-conditions.ts';

/** Numbers of requests, from `request_counts`. */
export interface Counts {
  /** In all workspaces. */
  readonly stored: number;
  /** In this workspace. */
  readonly all: number;
  /** In this workspace, meeting all counted conditions. */
  readonly counted: number;
  /** In all workspaces, for each counted condition alone. */
  readonly byCondition: readonly number[];
}

export function countsOf(
  db: DatabaseSync,
  { workspaceId, counted }: Pick<Conditions, 'workspaceId' | 'counted'>,
): Counts {
  const together = countedSql(counted, 'request_counts');
  const single = counted.map((condition) => countedSql([condition], 'request_counts'));
  const rows = all(
    db,
    `SELECT workspace_id, sum(n) AS n, sum(iif(true${together.sql}, n, 0)) AS counted
       ${single.map(({ sql }, index) => `, sum(iif(true${sql}, n, 0)) AS condition${index}`).join('')}
     FROM request_counts GROUP BY workspace_id`,
    ...together.params,
    ...single.flatMap(({ params }) => params),
  );
  const own = rows.find((row) => row['workspace_id'] === workspaceId);
  const sum = (column: string): number => rows.reduce((total, row) => total + integer(row, column), 0);
  return {
    stored: sum('n'),
    all: own ? integer(own, 'n') : 0,
    counted: own ? integer(own, 'counted') : 0,
    byCondition: single.map((_, index) => sum(`condition${index}`)),
  };
}
