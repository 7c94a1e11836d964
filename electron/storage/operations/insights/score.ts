import type { DatabaseSync } from 'node:sqlite';
import type { ScoreScale } from '../../../../shared/assessment.ts';
import type { Count, InsightsFilter, InsightsScore } from '../../../../shared/insights.ts';
import { all, integer, type Row } from '../../operation.ts';
import { workspaceNumber } from '../../tracked/facets.ts';
import { pinsOf } from '../../tracked/pinned-values.ts';
import { type Condition, isMany, trackedCohort } from './cohort.ts';
import { distributionOf, evenEdges } from './distribution.ts';

/** Values beyond these are rare and told together. */
const MOST_VALUES = 50;
const SCORE_BINS = 10;

/** How the values of a pinned field lie; null when it is not pinned. */
export function scoreFigures(
  db: DatabaseSync,
  workspaceId: string,
  filter: InsightsFilter,
  path: string,
): InsightsScore | null {
  const workspace = workspaceNumber(db, workspaceId);
  const pinned = workspace === undefined ? [] : pinsOf(db, workspace);
  const found = pinned.find((each) => each.path === path);
  if (!found) return null;
  const { pin, ...field } = found;
  const values = valuesOf(db, workspaceId, filter, pin);
  if (field.kind !== 'score' && field.kind !== 'number') {
    const counts = mostFrequent(db, values, pin);
    return {
      field,
      count: counts.reduce((sum, { count }) => sum + count, 0),
      distribution: null,
      values: counts,
    };
  }
  const grouped = {
    sql: `SELECT value, n FROM (${values.sql}) WHERE typeof(value) IN ('integer', 'real')`,
    params: values.params,
  };
  const edges = field.scale === null ? evenEdges(db, grouped) : scoreEdges(field.scale);
  const distribution = distributionOf(db, grouped, edges);
  return { field, count: distribution.count, distribution, values: [] };
}

/** Each value of the field with its number of requests. */
function valuesOf(db: DatabaseSync, workspaceId: string, filter: InsightsFilter, pin: number): Condition {
  // A pin is of one workspace: with no filter its index has all.
  if (Object.values(filter).every((part) => part === null)) {
    return {
      sql: 'SELECT value, min(row) AS row, count(*) AS n FROM pinned_values WHERE pin = ? AND value IS NOT NULL GROUP BY 1',
      params: [pin],
    };
  }
  const cohort = trackedCohort(db, workspaceId, filter);
  const from = isMany(db, cohort)
    ? 'pinned_values CROSS JOIN tracked ON tracked.row = pinned_values.row'
    : 'tracked CROSS JOIN pinned_values ON pinned_values.row = tracked.row';
  return {
    sql: `SELECT pinned_values.value AS value, min(pinned_values.row) AS row, count(*) AS n FROM ${from}
          WHERE pinned_values.pin = ? AND pinned_values.value IS NOT NULL AND ${cohort.sql} GROUP BY 1`,
    params: [pin, ...cohort.params],
  };
}

/** As the first of the results with the value writes it. */
function mostFrequent(db: DatabaseSync, values: Condition, pin: number): Count[] {
  return all(
    db,
    `SELECT coalesce(json_extract(pinned_values.shown, '$'), counted.value) AS value, counted.n, pinned_values.shown
     FROM (${values.sql} ORDER BY n DESC, value LIMIT ${MOST_VALUES}) AS counted
     JOIN pinned_values ON pinned_values.row = counted.row AND pinned_values.pin = ?
     ORDER BY counted.n DESC, counted.value`,
    ...values.params,
    pin,
  ).map((row) => ({ value: wordOf(row), count: integer(row, 'n') }));
}

/** SQLite says 1 and 0 where JSON says true and false. */
function wordOf(row: Row): string {
  const shown = row['shown'];
  return shown === 'true' || shown === 'false' ? shown : String(row['value']);
}

function scoreEdges(scale: ScoreScale): readonly number[] {
  return Array.from({ length: SCORE_BINS }, (_, at) => (at * scale) / SCORE_BINS);
}
