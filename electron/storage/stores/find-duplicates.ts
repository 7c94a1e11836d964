import type { DatabaseSync } from 'node:sqlite';
import { spellingsOf } from '../../../shared/call-key.ts';
import { type DuplicateRule, duplicateReach, duplicateRules } from '../../../shared/duplicate-rules.ts';
import { type Duplicate, TAKEN_WITHOUT_ID } from '../../../shared/outbox.ts';
import { SUBMISSION_STATES } from '../../../shared/submission.ts';
import { all, integer, integerOrNull, oneOf, type Row, text, textOrNull } from '../operation.ts';
import { withShownNames } from '../requests/covered-names.ts';

/** When a submission may have reached the service; null if it can't have. The latest time, as clocks may be set back. */
const REACHED_AT = `iif(submissions.state = 'accepted',
  max(submissions.created_at, coalesce(requests.accepted_at, 0), coalesce(submissions.may_have_reached_at, 0)),
  submissions.may_have_reached_at)`;
const LATEST_CALL =
  '(SELECT max(started_at) FROM screening_calls WHERE screening_calls.row = submissions.row)';

const IN_REACH = `CASE WHEN workspaces.id = own.id THEN ${Number(duplicateReach.own)}
  WHEN workspaces.base_url = own.base_url THEN ${Number(duplicateReach.same_service)}
  ELSE ${Number(duplicateReach.other_service)} END`;
const COUNTS_ALWAYS = statesWith('always');
const COUNTS_IN_WINDOW = statesWith('in_window');

/** A condition: `duplicateRules` has this rule for the submission. */
function statesWith(rule: DuplicateRule): string {
  const states = (sent: 'unsent' | 'mayHaveReached') =>
    SUBMISSION_STATES.filter((state) => duplicateRules[state][sent] === rule)
      .map((state) => `'${state}'`)
      .join(', ');
  return `iif(submissions.may_have_reached_at IS NULL, submissions.state IN (${states('unsent')}),
    submissions.state IN (${states('mayHaveReached')}))`;
}

/**
 * Earlier submissions to these telephones that count as duplicates (`duplicateRules`), the newest first; `since`: UTC ms.
 * INDEXED BY, because SQLite would otherwise scan the whole history in this order to avoid sorting a few rows.
 */
export function findDuplicates(
  db: DatabaseSync,
  workspaceId: string,
  phoneNumbers: readonly string[],
  since: number,
): Duplicate[] {
  const found = all(
    db,
    `SELECT submissions.phone_number, submissions.id, submissions.candidate_name, submissions.request_id,
     submissions.state, submissions.created_at, submissions.job_description_id,
     coalesce(requests.status, submissions.state) AS status, nullif(job.name, '') AS job_name,
     ${REACHED_AT} AS reached_at, submissions.problem ->> 'code' = '${TAKEN_WITHOUT_ID}' AS taken,
     iif(workspaces.id = own.id, NULL, workspaces.name) AS workspace_name,
     workspaces.removed_at IS NOT NULL AS workspace_removed
   FROM submissions INDEXED BY submissions_by_phone
   CROSS JOIN workspaces ON workspaces.id = submissions.workspace_id
   CROSS JOIN workspaces AS own ON own.id = ?
   LEFT JOIN requests ON requests.row = submissions.row
   LEFT JOIN library AS job ON job.workspace_id = submissions.workspace_id AND job.kind = 'job_description'
     AND job.service_id = submissions.job_description_id
   WHERE phone_number IN (SELECT value FROM json_each(?)) AND ${IN_REACH} AND (${COUNTS_ALWAYS} OR (
     ${COUNTS_IN_WINDOW} AND max(${REACHED_AT}, coalesce(${LATEST_CALL}, 0)) >= ?))
   ORDER BY submissions.created_at DESC`,
    workspaceId,
    JSON.stringify(phoneNumbers.flatMap(spellingsOf)),
    since,
  ).map(rowToDuplicate);
  return withShownNames(db, found);
}

function rowToDuplicate(row: Row): Duplicate {
  return {
    phoneNumber: text(row, 'phone_number'),
    submissionId: text(row, 'id'),
    candidateName: text(row, 'candidate_name'),
    state: oneOf(row, 'state', SUBMISSION_STATES),
    status: text(row, 'status'),
    requestId: textOrNull(row, 'request_id'),
    submittedAt: integer(row, 'created_at'),
    reachedAt: integerOrNull(row, 'reached_at'),
    taken: row['taken'] === 1,
    workspace: workspaceOf(row),
    jobName: textOrNull(row, 'job_name'),
    jobDescriptionId: text(row, 'job_description_id'),
  };
}

function workspaceOf(row: Row): Duplicate['workspace'] {
  const name = textOrNull(row, 'workspace_name');
  return name === null ? null : { name, removed: integer(row, 'workspace_removed') === 1 };
}
