import type { DatabaseSync } from 'node:sqlite';
import type { PinnedValue } from '../../../shared/assessment.ts';
import { type RequestRow, VERDICTS, type Verdict } from '../../../shared/request.ts';
import { all, integer, integerOrNull, type Row, text, textOrNull } from '../operation.ts';
import { unpackedUuid } from '../packed-uuid.ts';
import { type FacetLookup, facetsByCode } from './facets-by-code.ts';
import { pinsOf, shownValue } from './pinned-values.ts';
import { UntilWritten } from './until-written.ts';

/** What the rows are read from; what many share is looked up by its code. */
const ROWS = `SELECT tracked.row, tracked.status, tracked.call_status, tracked.job, tracked.questionnaire,
    tracked.call_count, tracked.has_results, tracked.headline, tracked.verdict, tracked.archived, tracked.unseen,
    tracked.problem, tracked.accepted_at, tracked.refreshed_at, tracked.changed_at,
    submissions.uid, submissions.request_id, submissions.candidate_name, submissions.phone_number
  FROM json_each(?) AS wanted
  CROSS JOIN tracked ON tracked.row = wanted.value
  JOIN submissions ON submissions.row = tracked.row`;

/** More rows than this are not kept: about a kilobyte each. */
const MOST_KEPT = 3000;

const shown = new UntilWritten(() => new Map<number, RequestRow>());

/**
 * The rows of these numbers as the grid shows them, in the order of the numbers. The last ones are kept until
 * something is written: a list is scrolled back, and put into another order and back.
 */
export function requestRows(db: DatabaseSync, workspace: number, rows: readonly number[]): RequestRow[] {
  const known = shown.of(db);
  const missing = rows.filter((row) => !known.has(row));
  const read = missing.length === 0 ? [] : readRows(db, workspace, missing);
  const answer = new Map(read);
  const found = rows.flatMap((row) => answer.get(row) ?? known.get(row) ?? []);
  if (known.size + read.length > MOST_KEPT) known.clear();
  if (read.length <= MOST_KEPT) for (const [row, each] of read) known.set(row, each);
  return found;
}

function readRows(db: DatabaseSync, workspace: number, rows: readonly number[]): [number, RequestRow][] {
  const list = JSON.stringify(rows);
  const pinned = pinnedOf(db, workspace, list);
  const tags = tagsOf(db, list);
  const facets = facetsByCode(db);
  return all(db, ROWS, list).map((each) => {
    const row = integer(each, 'row');
    return [row, rowToRequestRow(each, facets, pinned.get(row) ?? {}, tags.get(row) ?? [])];
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

function rowToRequestRow(row: Row, facets: FacetLookup, pinned: Pinned, tags: string[]): RequestRow {
  const job = facets(integer(row, 'job'));
  const questionnaire = facets(integer(row, 'questionnaire'));
  const callStatus = integer(row, 'call_status');
  return {
    requestId: text(row, 'request_id'),
    submissionId: unpackedUuid(row['uid']),
    candidateName: text(row, 'candidate_name'),
    phoneNumber: text(row, 'phone_number'),
    jobDescriptionId: job.value,
    jobName: job.name,
    questionnaireTemplateId: questionnaire.value,
    questionnaireName: questionnaire.name,
    status: facets(integer(row, 'status')).value,
    callCount: integer(row, 'call_count'),
    lastCallStatus: callStatus === 0 ? null : facets(callStatus).value,
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
