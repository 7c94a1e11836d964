import type { DatabaseSync } from 'node:sqlite';
import type { Distribution } from '../../../../shared/insights.ts';
import { all, integer } from '../../operation.ts';
import type { Sql } from '../../requests/filter-conditions.ts';

/**
 * Count, median, 90th percentile and histogram of values; `grouped` selects each `value` with its count `n`. The first bin
 * also has smaller values; the last one starts at the last edge and has no end.
 */
export function distributionOf(db: DatabaseSync, grouped: Sql, edges: readonly number[]): Distribution {
  const rows = all(
    db,
    `WITH grouped AS MATERIALIZED (${grouped.sql}),
       placed AS MATERIALIZED (SELECT value, n, sum(n) OVER (ORDER BY value) AS upto, sum(n) OVER () AS size FROM grouped),
       edges AS (SELECT key, value AS low, lead(value) OVER (ORDER BY key) AS high FROM json_each(?))
     SELECT 'count' AS what, 0 AS key, coalesce(sum(n), 0) AS value FROM grouped
     UNION ALL
     SELECT 'median', 0, avg(value) FROM (
       SELECT min(value) AS value FROM placed WHERE upto >= (size + 1) / 2
       UNION ALL SELECT min(value) FROM placed WHERE upto >= (size + 2) / 2)
     UNION ALL
     SELECT 'p90', 0, min(value) FROM placed WHERE upto >= (9 * size + 9) / 10
     UNION ALL
     SELECT 'bin', edges.key, coalesce(sum(grouped.n), 0) FROM edges LEFT JOIN grouped
       ON (edges.key = 0 OR grouped.value >= edges.low) AND (edges.high IS NULL OR grouped.value < edges.high)
     GROUP BY edges.key ORDER BY what, key`,
    ...grouped.params,
    JSON.stringify(edges),
  );
  const found = (what: string): unknown => rows.find((row) => row['what'] === what)?.['value'];
  const counts = rows.filter((row) => row['what'] === 'bin').map((row) => integer(row, 'value'));
  return {
    count: Number(found('count') ?? 0),
    median: numberOrNull(found('median')),
    p90: numberOrNull(found('p90')),
    bins: edges.map((from, at) => ({ from, to: edges[at + 1] ?? null, count: counts[at] ?? 0 })),
  };
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
