import type { DatabaseSync } from 'node:sqlite';
import type { PinnedValue } from '../../../shared/assessment.ts';
import { OUTCOMES, type Outcome } from '../../../shared/outcome.ts';
import { type RequestProblem, requestProblem } from '../../../shared/problems.ts';
import { type RequestRow, type Score, VERDICTS } from '../../../shared/request.ts';
import { all, integer, integerOrNull, oneOf, type Row, text, textOrNull } from '../operation.ts';
import { COLLEAGUE_OF_REQUEST, colleagueVerdicts, NAME_OF_COLLEAGUE } from './colleagues.ts';
import { coveredAmong, coveredRow, coveringOf, isStaleIn } from './covering.ts';
import { headlineIn } from './described-fields.ts';
import { shareIn, shownValue } from './pinned-values.ts';

const ROWS = `SELECT requests.*, submissions.id AS submission_id, submissions.candidate_name,
    submissions.phone_number, job.name AS job_name, questionnaire.name AS questionnaire_name,
    ${NAME_OF_COLLEAGUE} AS by,
    EXISTS (SELECT 1 FROM history WHERE history.row = requests.row AND code IN ('colleague_called_too', 'accepted_again')) AS called_twice
  FROM json_each(?) AS wanted
  CROSS JOIN requests ON requests.row = wanted.value
  JOIN submissions ON submissions.row = requests.row
  LEFT JOIN facets AS job ON job.workspace_id = requests.workspace_id AND job.kind = 'job_description'
    AND job.value = requests.job_description_id
  LEFT JOIN facets AS questionnaire ON questionnaire.workspace_id = requests.workspace_id
    AND questionnaire.kind = 'questionnaire' AND questionnaire.value = requests.questionnaire_template_id
  ${COLLEAGUE_OF_REQUEST}
  ORDER BY wanted.key`;

/** These rows of a workspace as the grid may show them, in this order; skips rows that don't exist. */
export function requestRows(
  db: DatabaseSync,
  workspaceId: string | null,
  rows: readonly number[],
): RequestRow[] {
  const wanted = JSON.stringify(rows);
  const [tags, pinned] = [tagsOf(db, wanted), pinnedOf(db, wanted)];
  const verdicts = colleagueVerdicts(db, wanted);
  const covering = workspaceId === null ? undefined : coveringOf(db, workspaceId);
  const covered = covering && coveredAmong(db, wanted);
  const isStale = covering !== undefined && workspaceId !== null && isStaleIn(db, workspaceId);
  return all(db, ROWS, wanted).map((row) => {
    const number = integer(row, 'row');
    const request = {
      ...rowToRequest(row, tags.get(number) ?? [], pinned.get(number) ?? NO_VALUES),
      colleagueVerdicts: verdicts.get(number) ?? [],
    };
    return covering && covered?.has(number) ? coveredRow(covering, request, isStale) : request;
  });
}

/** The pinned values of a request by path, and the positions of those on a described scale. */
interface PinnedValues {
  readonly pinned: Record<string, PinnedValue>;
  readonly shares: Record<string, number>;
}
const NO_VALUES: PinnedValues = { pinned: {}, shares: {} };

function rowToRequest(
  row: Row,
  tags: readonly string[],
  { pinned, shares }: PinnedValues,
): Omit<RequestRow, 'colleagueVerdicts'> {
  return {
    requestId: text(row, 'request_id'),
    submissionId: text(row, 'submission_id'),
    candidateName: text(row, 'candidate_name'),
    phoneNumber: text(row, 'phone_number'),
    jobDescriptionId: text(row, 'job_description_id'),
    jobName: textOrNull(row, 'job_name'),
    questionnaireTemplateId: text(row, 'questionnaire_template_id'),
    questionnaireName: textOrNull(row, 'questionnaire_name'),
    status: text(row, 'status'),
    outcome: outcomeAt(integer(row, 'outcome')),
    tries: integer(row, 'tries'),
    callCount: integer(row, 'call_count'),
    lastCallStatus: text(row, 'call_status') || null,
    hasResults: integer(row, 'has_results') === 1,
    headline: textOrNull(row, 'headline'),
    score: scoreOf(textOrNull(row, 'headline_key'), { pinned, shares }),
    pinned,
    covered: false,
    verdict: oneOf(row, 'verdict', VERDICTS),
    tags,
    archived: integer(row, 'archived') === 1,
    unseen: integer(row, 'unseen') === 1,
    calledTwice: integer(row, 'called_twice') === 1,
    problem: requestProblemOf(row),
    acceptedAt: integer(row, 'accepted_at'),
    refreshedAt: integerOrNull(row, 'refreshed_at'),
    changedAt: integer(row, 'changed_at'),
    by: textOrNull(row, 'by'),
  };
}

export function outcomeAt(rank: number): Outcome {
  const outcome = OUTCOMES[rank];
  if (outcome === undefined) throw new TypeError(`${rank} is not an outcome.`);
  return outcome;
}

/** The number of the headline; null if it isn't on a described scale. */
function scoreOf(key: string | null, { pinned, shares }: PinnedValues): Score | null {
  const headline = headlineIn(key);
  if (!headline) return null;
  const { path, better } = headline;
  const [value, share] = [pinned[path], shares[path]];
  return value === undefined || share === undefined ? null : { text: String(value), share, better };
}

export function requestProblemOf(row: Row): RequestProblem | null {
  const json = textOrNull(row, 'problem');
  return json === null ? null : requestProblem.parse(JSON.parse(json));
}

/** The sorted tags of each row that has any; `wanted`: a JSON list of rows. */
export function tagsOf(db: DatabaseSync, wanted: string): Map<number, string[]> {
  const sql = `SELECT request_tags.row, request_tags.tag FROM json_each(?) AS wanted
    CROSS JOIN request_tags ON request_tags.row = wanted.value
    JOIN facets ON facets.workspace_id = request_tags.workspace_id AND facets.kind = 'tag'
      AND facets.value = request_tags.tag
    ORDER BY facets.sort_key, facets.value`;
  const found = all(db, sql, wanted);
  const byRow = new Map<number, string[]>();
  for (const each of found) {
    const row = integer(each, 'row');
    byRow.set(row, [...(byRow.get(row) ?? []), text(each, 'tag')]);
  }
  return byRow;
}

/** The values of pinned fields, for each row that has any. */
function pinnedOf(db: DatabaseSync, wanted: string): Map<number, PinnedValues> {
  const sql = `SELECT pinned_values.row, pins.path, pinned_values.value, pinned_values.shown, pinned_values.place
    FROM json_each(?) AS wanted
    CROSS JOIN pinned_values ON pinned_values.row = wanted.value AND pinned_values.value IS NOT NULL
    JOIN pins ON pins.pin = pinned_values.pin AND pins.state <> 'removing'
    ORDER BY pinned_values.row, pins.pin`;
  const found = all(db, sql, wanted);
  const byRow = new Map<number, PinnedValues>();
  for (const each of found) {
    const [row, path, value] = [integer(each, 'row'), text(each, 'path'), shownValue(each)];
    if (value === undefined) continue;
    const values = byRow.get(row) ?? { pinned: {}, shares: {} };
    values.pinned[path] = value;
    const share = shareIn(each['place']);
    if (share !== undefined) values.shares[path] = share;
    byRow.set(row, values);
  }
  return byRow;
}
