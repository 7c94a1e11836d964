import type { DatabaseSync } from 'node:sqlite';
import { scaleWords } from '../../../../shared/described-field.ts';
import type { Count, InsightsFilter, InsightsScore } from '../../../../shared/insights.ts';
import { all, integer, type Row, scalar } from '../../operation.ts';
import { type Covering, coveringOf, IS_REVEALED, questionnairesOpenAt } from '../../requests/covering.ts';
import { describedByQuestionnaire } from '../../requests/described-fields.ts';
import { NO_SQL, type Sql, seenPinSql } from '../../requests/filter-conditions.ts';
import { pinsOf, scalePrefix } from '../../requests/pinned-values.ts';
import { isMany, requestCohort } from './cohort.ts';
import { distributionOf } from './distribution.ts';

/** Only the most frequent values are listed. */
const MAX_VALUES = 50;
const SCORE_BINS = 10;

/** The values of a pinned field, as a distribution or a list; null if it isn't pinned. */
export function scoreFigures(
  db: DatabaseSync,
  workspaceId: string,
  filter: InsightsFilter,
  path: string,
): InsightsScore | null {
  const found = pinsOf(db, workspaceId).find((each) => each.path === path);
  if (!found) return null;
  const { pin, ...field } = found;
  const covering = coveringOf(db, workspaceId);
  const seen = covering ? seenPinSql(covering, path) : NO_SQL;
  const covered = covering ? countCovered(db, workspaceId, filter, { path, covering }) : 0;
  const values = valuesOf(db, workspaceId, filter, pin, seen);
  const scale = scaleIn(db, workspaceId, filter, path);
  if (scale === null) {
    const counts = mostFrequent(db, values, pin);
    const count = counts.reduce((sum, each) => sum + each.count, 0);
    return { field, scale, count, covered, distribution: null, values: counts };
  }
  const prefix = scalePrefix(scale);
  const onScale = valuesOf(db, workspaceId, filter, pin, {
    sql: `${seen.sql}${ON_SCALE}`,
    params: [...seen.params, prefix, `${prefix}:`],
  });
  const distribution = distributionOf(
    db,
    { ...onScale, sql: `SELECT value, n FROM (${onScale.sql})` },
    scoreEdges(scale),
  );
  return { field, scale, count: distribution.count, covered, distribution, values: [] };
}

/** All sort keys with the prefix of a scale: a number follows it, and all digits sort before a colon. */
const ON_SCALE = ' AND pinned_values.place >= ? AND pinned_values.place < ?';

/** How many requests have covered results. Not how many have the field: of a few requests, that would tell what they have. */
function countCovered(
  db: DatabaseSync,
  workspaceId: string,
  filter: InsightsFilter,
  { path, covering }: { readonly path: string; readonly covering: Covering },
): number {
  const cohort = requestCohort(workspaceId, filter);
  return scalar(
    db,
    `SELECT count(*) AS n FROM requests
     WHERE ${cohort.sql} AND requests.has_results = 1 AND NOT ${IS_REVEALED}
       AND requests.questionnaire_template_id NOT IN (SELECT value FROM json_each(?))`,
    ...cohort.params,
    questionnairesOpenAt(covering, path),
  );
}

type Scale = NonNullable<InsightsScore['scale']>;

/** The scale of a field for the filter's questionnaire, or for all questionnaires if they agree; null without one. */
function scaleIn(db: DatabaseSync, workspaceId: string, filter: InsightsFilter, path: string): Scale | null {
  const described = [...describedByQuestionnaire(db, workspaceId)].flatMap(([id, fields]) =>
    filter.questionnaire === null || filter.questionnaire === id
      ? fields.filter((each) => each.path === path)
      : [],
  );
  const scales = described.flatMap(({ smallest, largest, better }) =>
    smallest === null || largest === null ? [] : [{ smallest, largest, better }],
  );
  const [first] = scales;
  return first && scales.every((each) => scaleWords(each) === scaleWords(first)) ? first : null;
}

/** A query for each value of the field with its number of requests. */
function valuesOf(
  db: DatabaseSync,
  workspaceId: string,
  filter: InsightsFilter,
  pin: number,
  more: Sql,
): Sql {
  // Fast path: a pin belongs to one workspace, so without a filter its index is enough.
  if (Object.values(filter).every((part) => part === null)) {
    return {
      sql: `SELECT value, min(row) AS row, count(*) AS n FROM pinned_values WHERE pin = ? AND value IS NOT NULL${more.sql} GROUP BY 1`,
      params: [pin, ...more.params],
    };
  }
  const cohort = requestCohort(workspaceId, filter);
  const from = isMany(db, cohort)
    ? 'pinned_values CROSS JOIN requests ON requests.row = pinned_values.row'
    : 'requests CROSS JOIN pinned_values ON pinned_values.row = requests.row';
  return {
    sql: `SELECT pinned_values.value AS value, min(pinned_values.row) AS row, count(*) AS n FROM ${from}
          WHERE pinned_values.pin = ? AND pinned_values.value IS NOT NULL AND ${cohort.sql}${more.sql} GROUP BY 1`,
    params: [pin, ...cohort.params, ...more.params],
  };
}

/** The most frequent values, each as the first result with it has it. */
function mostFrequent(db: DatabaseSync, values: Sql, pin: number): Count[] {
  return all(
    db,
    `SELECT coalesce(json_extract(pinned_values.shown, '$'), counted.value) AS value, counted.n, pinned_values.shown
     FROM (${values.sql} ORDER BY n DESC, value LIMIT ${MAX_VALUES}) AS counted
     JOIN pinned_values ON pinned_values.row = counted.row AND pinned_values.pin = ?
     ORDER BY counted.n DESC, counted.value`,
    ...values.params,
    pin,
  ).map((row) => ({ value: wordOf(row), count: integer(row, 'n') }));
}

/** A value as text. SQLite extracts JSON's true and false as 1 and 0. */
function wordOf(row: Row): string {
  const shown = row['shown'];
  return shown === 'true' || shown === 'false' ? shown : String(row['value']);
}

function scoreEdges({ smallest, largest }: Scale): readonly number[] {
  return Array.from({ length: SCORE_BINS }, (_, at) => smallest + (at * (largest - smallest)) / SCORE_BINS);
}
