import type { DatabaseSync } from 'node:sqlite';
import type { PinnedValue } from '../../../shared/assessment.ts';
import { type RequestRow, VERDICTS, type Verdict } from '../../../shared/request.ts';
import { all, integer, integerOrNull, type Row, text, textOrNull } from '../operation.ts';
import { pinsOf, shownValue } from './pinned-values.ts';

/** The rows as the grid shows them; where they are joined to is looked up by number. */
const ROWS = `SELECT tracked.row, tracked.call_count, tracked.has_results, tracked.headline, tracked.verdict,
    tracked.archived, tracked.unseen, tracked.problem, tracked.accepted_at, tracked.refreshed_at, tracked.changed_at,
    submissions.id AS submission_id, submissions.request_id, submissions.candidate_name, submissions.phone_number,
    job.value AS job_description_id, job.name AS job_name, questionnaire.value AS questionnaire_template_id,
    questionnaire.name AS questionnaire_name, status.value AS status_value, call_status.value AS last_call_status
  FROM json_each(?) AS wanted
  CROSS JOIN tracked ON tracked.row = wanted.value
  JOIN submissions ON submissions.row = tracked.row
  JOIN facets AS status ON status.code = tracked.status
  JOIN facets AS job ON job.code = tracked.job
  JOIN facets AS questionnaire ON questionnaire.code = tracked.questionnaire
  LEFT JOIN facets AS call_status ON call_status.code = tracked.call_status`;

/** The rows of these numbers as the grid shows them, in the order of the numbers. */
export function requestRows(db: DatabaseSync, workspace: number, rows: readonly number[]): RequestRow[] {
  const list = JSON.stringify(rows);
  const pinned = pinnedOf(db, workspace, list);
  const tags = tagsOf(db, list);
  const byRow = new Map(all(db, ROWS, list).map((row) => [integer(row, 'row'), row]));
  return rows.flatMap((number) => {
    const row = byRow.get(number);
    return row ? [rowToRequestRow(row, pinned.get(number) ?? {}, tags.get(number) ?? [])] : [];
  });
}

/** The tags of each row that has any, in their order. */
function tagsOf(db: DatabaseSync, list: string): Map<number, string[]> {
  const byRow = new Map<number, string[]>();
  const found = all(
    db,
    `SELECT request_tags.row, facets.value FROM json_each(?) AS wanted
     CROSS JOIN request_tags ON request_tags.row = wanted.value
     JOIN facets ON facets.code = request_tags.tag
     ORDER BY facets.sort_key, facets.value`,
    list,
  );
  for (const each of found) {
    const row = integer(each, 'row');
    byRow.set(row, [...(byRow.get(row) ?? []), text(each, 'value')]);
  }
  return byRow;
}

type Pinned = Record<string, PinnedValue>;

function pinnedOf(db: DatabaseSync, workspace: number, list: string): Map<number, Pinned> {
  const byRow = new Map<number, Pinned>();
  if (pinsOf(db, workspace).length === 0) return byRow;
  const values = all(
    db,
    `SELECT pinned_values.row, pins.path, pinned_values.value, pinned_values.shown
     FROM json_each(?) AS wanted
     CROSS JOIN pinned_values ON pinned_values.row = wanted.value AND pinned_values.value IS NOT NULL
     JOIN pins ON pins.pin = pinned_values.pin`,
    list,
  );
  for (const each of values) {
    const value = shownValue(each);
    if (value === undefined) continue;
    const row = integer(each, 'row');
    byRow.set(row, { ...byRow.get(row), [text(each, 'path')]: value });
  }
  return byRow;
}

function rowToRequestRow(row: Row, pinned: Pinned, tags: string[]): RequestRow {
  return {
    requestId: text(row, 'request_id'),
    submissionId: text(row, 'submission_id'),
    candidateName: text(row, 'candidate_name'),
    phoneNumber: text(row, 'phone_number'),
    jobDescriptionId: text(row, 'job_description_id'),
    jobName: textOrNull(row, 'job_name'),
    questionnaireTemplateId: text(row, 'questionnaire_template_id'),
    questionnaireName: textOrNull(row, 'questionnaire_name'),
    status: text(row, 'status_value'),
    callCount: integer(row, 'call_count'),
    lastCallStatus: textOrNull(row, 'last_call_status'),
    hasResults: integer(row, 'has_results') === 1,
    headline: textOrNull(row, 'headline'),
    pinned,
    verdict: verdictOf(integer(row, 'verdict')),
    tags,
    archived: integer(row, 'archived') === 1,
    unseen: integer(row, 'unseen') === 1,
    problem: textOrNull(row, 'problem'),
    acceptedAt: integer(row, 'accepted_at'),
    refreshedAt: integerOrNull(row, 'refreshed_at'),
    changedAt: integer(row, 'changed_at'),
  };
}

/** A verdict is stored as its place in `VERDICTS`. */
export function verdictOf(code: number): Verdict {
  const verdict = VERDICTS[code];
  if (!verdict) throw new TypeError(`Unknown verdict: ${code}`);
  return verdict;
}
