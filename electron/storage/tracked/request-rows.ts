import type { DatabaseSync } from 'node:sqlite';
import type { PinnedValue } from '../../../shared/assessment.ts';
import { type RequestRow, VERDICTS, type Verdict } from '../../../shared/request.ts';
import { all, integer, integerOrNull, type Row, text, textOrNull } from '../operation.ts';
import { pinsOf, shownValue } from './pinned-values.ts';

/** Columns of a request in full words; with `ROW_TABLES`. */
export const ROW_COLUMNS = `tracked.*, submissions.id AS submission_id, submissions.request_id,
  submissions.candidate_name, submissions.phone_number, submissions.resume_url, submissions.created_at,
  submissions.previous_submission_id, job.value AS job_description_id, job.name AS job_name,
  questionnaire.value AS questionnaire_template_id, questionnaire.name AS questionnaire_name, status.value AS status_value,
  call_status.value AS last_call_status,
  (SELECT json_group_array(facets.value ORDER BY facets.sort_key, facets.value)
   FROM request_tags JOIN facets ON facets.code = request_tags.tag
   WHERE request_tags.row = tracked.row) AS tags`;

export const ROW_TABLES = `tracked
  JOIN submissions ON submissions.row = tracked.row
  JOIN facets AS status ON status.code = tracked.status
  JOIN facets AS job ON job.code = tracked.job
  JOIN facets AS questionnaire ON questionnaire.code = tracked.questionnaire
  LEFT JOIN facets AS call_status ON call_status.code = tracked.call_status`;

/** The rows of these numbers as the grid shows them, in the order of the numbers. */
export function requestRows(db: DatabaseSync, workspace: number, rows: readonly number[]): RequestRow[] {
  const list = JSON.stringify(rows);
  const pinned = pinnedOf(db, workspace, list);
  const found = all(
    db,
    `SELECT ${ROW_COLUMNS} FROM json_each(?) AS wanted CROSS JOIN ${ROW_TABLES}
     WHERE tracked.row = wanted.value`,
    list,
  );
  const byRow = new Map(found.map((row) => [integer(row, 'row'), row]));
  return rows.flatMap((number) => {
    const row = byRow.get(number);
    return row ? [rowToRequestRow(row, pinned.get(number) ?? {})] : [];
  });
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

function rowToRequestRow(row: Row, pinned: Pinned): RequestRow {
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
    tags: textsOf(text(row, 'tags')),
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

function textsOf(json: string): string[] {
  const parsed: unknown = JSON.parse(json);
  return Array.isArray(parsed) ? parsed.filter((each) => typeof each === 'string') : [];
}
