import type { DatabaseSync } from 'node:sqlite';
import type { AgreementCounts, InsightsAgreement, InsightsFilter } from '../../../../shared/insights.ts';
import { all, integer, type Row, scalar, text } from '../../operation.ts';
import { describedByQuestionnaire } from '../../requests/described-fields.ts';
import { pinsOf, scalePrefix } from '../../requests/pinned-values.ts';
import { requestCohort } from './cohort.ts';

const NONE: AgreementCounts = {
  judged: 0,
  agree: 0,
  differ: 0,
  kept: 0,
  towards: 0,
  away: 0,
  maybe: 0,
  removed: 0,
};

/**
 * The first verdicts with a reason that were given before the results could be seen, beside the headlines, and what became of
 * them. Covered requests have no such verdict. As `agreementOf` of one request: the better half of its scale counts as a yes.
 */
export function agreement(db: DatabaseSync, workspaceId: string, filter: InsightsFilter): InsightsAgreement {
  const cohort = requestCohort(workspaceId, filter);
  const rows = all(
    db,
    `WITH headlines AS MATERIALIZED (
       SELECT value ->> 'id' AS id, value ->> 'pin' AS pin, value ->> 'prefix' AS prefix, value ->> 'lower' AS lower
       FROM json_each(?)),
     given AS (
       SELECT requests.job_description_id AS job, requests.questionnaire_template_id AS questionnaire,
         first_verdicts.verdict AS first, requests.verdict AS last,
         abs(headlines.lower - CAST(substr(pinned_values.place, length(headlines.prefix) + 1) AS REAL)) >= 0.5 AS better
       FROM first_verdicts
       CROSS JOIN requests ON requests.row = first_verdicts.row
       LEFT JOIN headlines ON headlines.id = requests.questionnaire_template_id
       LEFT JOIN pinned_values ON pinned_values.row = requests.row AND pinned_values.pin = headlines.pin
         AND substr(pinned_values.place, 1, length(headlines.prefix)) = headlines.prefix
       WHERE first_verdicts.seen = 0 AND ${cohort.sql}),
     counted AS MATERIALIZED (
       SELECT job, questionnaire, first, last, better, count(*) AS n FROM given GROUP BY 1, 2, 3, 4, 5),
     named AS (
       SELECT 'all' AS what, '' AS name, first, last, better, n FROM counted
       UNION ALL SELECT 'job', job, first, last, better, n FROM counted
       UNION ALL SELECT 'questionnaire', questionnaire, first, last, better, n FROM counted)
     SELECT what, name, sum(n) AS judged,
       sum(iif(first = iif(better, 'yes', 'no') AND better IS NOT NULL, n, 0)) AS agree,
       sum(iif(first = iif(better, 'no', 'yes') AND better IS NOT NULL, n, 0)) AS differ,
       sum(iif(last = first, n, 0)) AS kept,
       sum(iif(last <> first AND last = iif(better, 'yes', 'no') AND better IS NOT NULL, n, 0)) AS towards,
       sum(iif(last <> first AND last = iif(better, 'no', 'yes') AND better IS NOT NULL, n, 0)) AS away,
       sum(iif(last <> first AND last = 'maybe', n, 0)) AS maybe,
       sum(iif(last = 'none', n, 0)) AS removed
     FROM named GROUP BY what, name ORDER BY judged DESC, name`,
    JSON.stringify(scaledHeadlines(db, workspaceId)),
    ...cohort.params,
  );
  const named = (what: string) =>
    rows.filter((row) => row['what'] === what).map((row) => ({ id: text(row, 'name'), ...countsOf(row) }));
  const [total] = rows.filter((row) => row['what'] === 'all').map(countsOf);
  const leftOut = scalar(
    db,
    `SELECT count(*) AS n FROM first_verdicts CROSS JOIN requests ON requests.row = first_verdicts.row
     WHERE first_verdicts.seen = 1 AND first_verdicts.covered = 1 AND ${cohort.sql}`,
    ...cohort.params,
  );
  return { total: total ?? NONE, leftOut, jobs: named('job'), questionnaires: named('questionnaire') };
}

interface ScaledHeadline {
  /** The questionnaire's. */
  readonly id: string;
  readonly pin: number;
  readonly prefix: string;
  /** 1 if lower values are better. */
  readonly lower: 0 | 1;
}

/** The headlines of which a description says which values are better. */
function scaledHeadlines(db: DatabaseSync, workspaceId: string): ScaledHeadline[] {
  const pins = new Map(pinsOf(db, workspaceId).map(({ path, pin }) => [path, pin]));
  return [...describedByQuestionnaire(db, workspaceId)].flatMap(([id, fields]) =>
    fields.flatMap(({ path, headline, smallest, largest, better }) => {
      const pin = pins.get(path);
      if (!headline || pin === undefined || smallest === null || largest === null || better === null)
        return [];
      const prefix = scalePrefix({ smallest, largest });
      return [{ id, pin, prefix, lower: better === 'lower' ? 1 : 0 }];
    }),
  );
}

function countsOf(row: Row): AgreementCounts {
  return {
    judged: integer(row, 'judged'),
    agree: integer(row, 'agree'),
    differ: integer(row, 'differ'),
    kept: integer(row, 'kept'),
    towards: integer(row, 'towards'),
    away: integer(row, 'away'),
    maybe: integer(row, 'maybe'),
    removed: integer(row, 'removed'),
  };
}
