import type { DatabaseSync } from 'node:sqlite';
import type { PinnedValue } from '../../../shared/assessment.ts';
import { type RequestRow, VERDICTS, type Verdict } from '../../../shared/request.ts';
import { unpackedUuid } from '../packed-uuid.ts';
import { type FacetLookup, facetsByCode } from './facets-by-code.ts';
import { listed, numberAt, numberOrNullAt, textAt, textOrNullAt } from './listed.ts';
import { pinsOf, shownValue } from './pinned-values.ts';
import { columnsAtHand, NUMBER_COLUMNS, type NumberColumn } from './row-columns.ts';
import { UntilWritten } from './until-written.ts';

/** What the rows are read from, but for the columns of numbers. */
const ROWS = `SELECT tracked.row, submissions.request_id, submissions.uid, submissions.candidate_name,
    submissions.phone_number, tracked.headline, tracked.problem, tracked.refreshed_at
  FROM json_each(?) AS wanted
  CROSS JOIN tracked ON tracked.row = wanted.value
  JOIN submissions ON submissions.row = tracked.row`;

/** Gives a number of a row that there is. */
type Numbers = (row: number, name: NumberColumn) => number;

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
  const numbers = numbersOf(db, list);
  return listed(db, ROWS, list).map((values) => {
    const row = numberAt(values, 0);
    return [row, rowToRequestRow(row, values, numbers, facets, pinned.get(row) ?? {}, tags.get(row) ?? [])];
  });
}

/** From the columns in memory, where they are at hand. */
function numbersOf(db: DatabaseSync, list: string): Numbers {
  const columns = columnsAtHand(db);
  if (columns) return (row, name) => columns.column(name)[row] ?? 0;
  const read = listed(
    db,
    `SELECT row, ${NUMBER_COLUMNS.join(', ')} FROM json_each(?) AS wanted CROSS JOIN tracked ON row = wanted.value`,
    list,
  );
  const byRow = new Map(read.map((values) => [numberAt(values, 0), values]));
  return (row, name) => numberAt(byRow.get(row) ?? [], NUMBER_COLUMNS.indexOf(name) + 1);
}

/** The tags of each row that has any, in their order. */
function tagsOf(db: DatabaseSync, list: string): Map<number, string[]> {
  const byRow = new Map<number, string[]>();
  const found = listed(
    db,
    `SELECT request_tags.row, facets.value FROM json_each(?) AS wanted
     CROSS JOIN request_tags ON request_tags.row = wanted.value
     JOIN facets ON facets.code = request_tags.tag
     ORDER BY facets.sort_key, facets.value`,
    list,
  );
  for (const values of found) {
    const row = numberAt(values, 0);
    const tags = byRow.get(row);
    if (tags) tags.push(textAt(values, 1));
    else byRow.set(row, [textAt(values, 1)]);
  }
  return byRow;
}

type Pinned = Record<string, PinnedValue>;

function pinnedOf(db: DatabaseSync, workspace: number, list: string): Map<number, Pinned> {
  const byRow = new Map<number, Pinned>();
  const paths = new Map(pinsOf(db, workspace).map(({ pin, path }) => [pin, path]));
  if (paths.size === 0) return byRow;
  const found = listed(
    db,
    `SELECT pinned_values.row, pinned_values.pin, pinned_values.value, pinned_values.shown
     FROM json_each(?) AS wanted
     CROSS JOIN pinned_values ON pinned_values.row = wanted.value AND pinned_values.value IS NOT NULL`,
    list,
  );
  for (const values of found) {
    const path = paths.get(numberAt(values, 1));
    const value = shownValue({ value: values[2], shown: values[3] });
    if (path === undefined || value === undefined) continue;
    const row = numberAt(values, 0);
    const pinned = byRow.get(row);
    if (pinned) pinned[path] = value;
    else byRow.set(row, { [path]: value });
  }
  return byRow;
}

function rowToRequestRow(
  row: number,
  values: readonly unknown[],
  numbers: Numbers,
  facets: FacetLookup,
  pinned: Pinned,
  tags: string[],
): RequestRow {
  const job = facets(numbers(row, 'job'));
  const questionnaire = facets(numbers(row, 'questionnaire'));
  const callStatus = numbers(row, 'call_status');
  return {
    requestId: textAt(values, 1),
    submissionId: unpackedUuid(values[2]),
    candidateName: textAt(values, 3),
    phoneNumber: textAt(values, 4),
    jobDescriptionId: job.value,
    jobName: job.name,
    questionnaireTemplateId: questionnaire.value,
    questionnaireName: questionnaire.name,
    status: facets(numbers(row, 'status')).value,
    callCount: numbers(row, 'call_count'),
    lastCallStatus: callStatus === 0 ? null : facets(callStatus).value,
    hasResults: numbers(row, 'has_results') === 1,
    headline: textOrNullAt(values, 5),
    pinned,
    verdict: verdictOf(numbers(row, 'verdict')),
    tags,
    archived: numbers(row, 'archived') === 1,
    unseen: numbers(row, 'unseen') === 1,
    problem: textOrNullAt(values, 6),
    acceptedAt: numbers(row, 'accepted_at'),
    refreshedAt: numberOrNullAt(values, 7),
    changedAt: numbers(row, 'changed_at'),
  };
}

/** A verdict is stored as its place in `VERDICTS`. */
export function verdictOf(code: number): Verdict {
  const verdict = VERDICTS[code];
  if (!verdict) throw new TypeError(`Unknown verdict: ${code}`);
  return verdict;
}
