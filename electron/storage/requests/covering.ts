import type { DatabaseSync } from 'node:sqlite';
import { coveredAnswer, openPart } from '../../../shared/covered-answer.ts';
import { type HistoryCode, type HistoryEntry, isOwn } from '../../../shared/history-event.ts';
import type { SubmissionProblem } from '../../../shared/problems.ts';
import type { Json, RequestRow } from '../../../shared/request.ts';
import { all, change, integer, one } from '../operation.ts';
import { describedByQuestionnaire, isPolicyMeaningPending } from './described-fields.ts';

/** What the organisation's policy sets, by connection. It isn't stored: a full disk must not uncover anything. */
const setByPolicy = new WeakMap<DatabaseSync, boolean>();

/** Sets the mode of every workspace in place of its own; null: each workspace has its own. */
export function setPolicyMode(db: DatabaseSync, mode: boolean | null): void {
  if (mode === null) setByPolicy.delete(db);
  else setByPolicy.set(db, mode);
}

/** Takes the policy's mode along when the database is opened anew. */
export function keepPolicyMode(before: DatabaseSync, after: DatabaseSync): void {
  setPolicyMode(after, setByPolicy.get(before) ?? null);
}

/** Whether a verdict comes before the score in a workspace. */
function isVerdictFirst(db: DatabaseSync, workspaceId: string): boolean {
  const sql = `SELECT 1 FROM workspace_rules WHERE workspace_id = ? AND rules ->> '$.verdictFirst'`;
  return setByPolicy.get(db) ?? one(db, sql, workspaceId) !== undefined;
}

/**
 * What a workspace keeps covered: of every request without a verdict with a reason (`first_verdicts`), all results except
 * the fields that a description leaves open.
 */
export interface Covering {
  /** The paths that may be seen before a verdict, by questionnaire. */
  readonly open: ReadonlyMap<string, ReadonlySet<string>>;
  /** The paths of the headlines, by questionnaire. */
  readonly headlines: ReadonlyMap<string, string>;
}

/** A condition: the request has a verdict with a reason, so nothing of it is covered. */
export const IS_REVEALED = 'EXISTS (SELECT 1 FROM first_verdicts WHERE first_verdicts.row = requests.row)';

/** What is covered in a workspace; undefined if nothing is. */
export function coveringOf(db: DatabaseSync, workspaceId: string): Covering | undefined {
  if (!isVerdictFirst(db, workspaceId)) return undefined;
  const [open, headlines] = [new Map<string, ReadonlySet<string>>(), new Map<string, string>()];
  for (const [id, fields] of describedByQuestionnaire(db, workspaceId)) {
    open.set(id, new Set(fields.flatMap(({ path, cover }) => (cover === 'open' ? [path] : []))));
    const headline = fields.find((field) => field.headline);
    if (headline) headlines.set(id, headline.path);
  }
  return { open, headlines };
}

const NOTHING: ReadonlySet<string> = new Set();

/** The paths of a questionnaire's results that may be seen before a verdict. */
function openPaths({ open }: Covering, questionnaire: string): ReadonlySet<string> {
  return open.get(questionnaire) ?? NOTHING;
}

/** JSON: the questionnaires that leave a field open. */
export function questionnairesOpenAt({ open }: Covering, path: string): string {
  return JSON.stringify([...open].flatMap(([id, paths]) => (paths.has(path) ? [id] : [])));
}

/** JSON: the questionnaires that leave their headline open. */
export function questionnairesWithOpenHeadline(covering: Covering): string {
  return JSON.stringify([...covering.headlines.keys()].filter((id) => isHeadlineOpen(covering, id)));
}

/** Whether a questionnaire's headline may be seen before a verdict. */
function isHeadlineOpen(covering: Covering, questionnaire: string): boolean {
  const headline = covering.headlines.get(questionnaire);
  return headline !== undefined && openPaths(covering, questionnaire).has(headline);
}

/** Those of these rows (a JSON list) whose results are covered. */
export function coveredAmong(db: DatabaseSync, wanted: string): Set<number> {
  const sql = `SELECT wanted.value AS row FROM json_each(?) AS wanted
    WHERE NOT EXISTS (SELECT 1 FROM first_verdicts WHERE first_verdicts.row = wanted.value)`;
  return new Set(all(db, sql, wanted).map((row) => integer(row, 'row')));
}

/** Whether stored headlines may be of fields that no longer are the headlines. */
export function isStaleIn(db: DatabaseSync, workspaceId: string): boolean {
  return (
    one(db, 'SELECT 1 FROM results_to_read WHERE workspace_id = ?', workspaceId) !== undefined ||
    isPolicyMeaningPending(db, workspaceId)
  );
}

/** The row as the list may show it. `isStale`: the stored headline may be of a field that no longer is the headline. */
export function coveredRow(covering: Covering, row: RequestRow, isStale: boolean): RequestRow {
  const open = openPaths(covering, row.questionnaireTemplateId);
  const showsHeadline = !isStale && isHeadlineOpen(covering, row.questionnaireTemplateId);
  return {
    ...row,
    headline: showsHeadline ? row.headline : null,
    score: showsHeadline ? row.score : null,
    pinned: Object.fromEntries(Object.entries(row.pinned).filter(([path]) => open.has(path))),
    // A reviewer's verdict comes before those of the others, too.
    colleagueVerdicts: [],
    covered: true,
  };
}

/** The open part of an answer's results. */
export function coveredResults(
  covering: Covering,
  questionnaire: string,
  results: Json | undefined,
): Json | undefined {
  return openPart(results, [...openPaths(covering, questionnaire)]);
}

/** An answer with the open part of its results, and nothing else that isn't documented. */
export function coveredAnswerOf(
  covering: Covering,
  questionnaire: string,
  answer: string | null,
): string | null {
  return answer === null ? null : coveredAnswer(answer, [...openPaths(covering, questionnaire)]);
}

/** Whether results of this questionnaire can be seen before a verdict: nothing is covered, or the headline is open. */
export function showsResults(db: DatabaseSync, workspaceId: string, questionnaire: string): boolean {
  const covering = coveringOf(db, workspaceId);
  return !covering || isHeadlineOpen(covering, questionnaire);
}

/** Marks the results that these submissions' requests have now as seen, as somebody got them in a file. */
export function markResultsOf(db: DatabaseSync, submissionIds: readonly string[]): void {
  const sql = `UPDATE requests SET results_shown = 1 WHERE has_results = 1 AND results_shown = 0 AND row IN
    (SELECT row FROM submissions WHERE id IN (SELECT value FROM json_each(?)))`;
  change(db, sql, JSON.stringify(submissionIds));
}

/**
 * Marks the requests of a workspace whose results can be seen now, so that a verdict given once they are covered tells that
 * they had been in view. Call after whatever may have uncovered any: results that arrive are marked by `applyChanges`. Runs in
 * the caller's transaction.
 */
export function markShownResults(db: DatabaseSync, workspaceId: string): void {
  const covering = coveringOf(db, workspaceId);
  const never = 'workspace_id = ? AND has_results = 1 AND results_shown = 0';
  if (!covering) {
    change(db, `UPDATE requests SET results_shown = 1 WHERE ${never}`, workspaceId);
    return;
  }
  const open = questionnairesWithOpenHeadline(covering);
  if (open === '[]') return;
  const isOpen = 'questionnaire_template_id IN (SELECT value FROM json_each(?))';
  change(db, `UPDATE requests SET results_shown = 1 WHERE ${never} AND ${isOpen}`, workspaceId, open);
}

/**
 * How each kind of event shows while its request is covered. `as_is`: it has nothing of results, and nothing that the service
 * wrote but statuses, which always show. A new kind must be judged here, or the types fail.
 */
const SHOWN: { readonly [Code in HistoryCode]: 'as_is' | 'problem' | 'refresh_problem' } = {
  submitted: 'as_is',
  submitted_held: 'as_is',
  sending: 'as_is',
  nothing_sent: 'as_is',
  token_refused: 'as_is',
  retry: 'problem',
  held: 'problem',
  rejected: 'problem',
  unconfirmed: 'problem',
  held_for_hours: 'as_is',
  notice_waited: 'as_is',
  accepted: 'as_is',
  accepted_again: 'as_is',
  request_shared: 'as_is',
  colleague_called_too: 'as_is',
  resumed: 'as_is',
  discarded: 'as_is',
  discard_undone: 'as_is',
  taken_back: 'as_is',
  time_zone_chosen: 'as_is',
  time_zone_undone: 'as_is',
  send_again_chosen: 'as_is',
  request_id_entered: 'as_is',
  send_outside_hours_chosen: 'as_is',
  send_early_chosen: 'as_is',
  send_despite_colleague_chosen: 'as_is',
  send_held_chosen: 'as_is',
  send_held_undone: 'as_is',
  keep_waiting_chosen: 'as_is',
  status_changed: 'as_is',
  call_appeared: 'as_is',
  call_changed: 'as_is',
  calls_changed: 'as_is',
  results_arrived: 'as_is',
  results_changed: 'as_is',
  refresh_problem: 'refresh_problem',
  verdict_set: 'as_is',
  notes_written: 'as_is',
  notes_changed: 'as_is',
  notes_removed: 'as_is',
};

/**
 * The history without what the service said, which may repeat results, and without the verdicts of colleagues. An event of an
 * unknown kind is left out.
 */
export function coveredHistory(history: readonly HistoryEntry[]): HistoryEntry[] {
  return history.flatMap((entry) => (Object.hasOwn(SHOWN, entry.code) ? covered(entry) : []));
}

function covered(entry: HistoryEntry): HistoryEntry | readonly [] {
  switch (entry.code) {
    case 'verdict_set':
      return isOwn(entry) ? entry : [];
    case 'retry':
    case 'held':
    case 'rejected':
    case 'unconfirmed':
      return { ...entry, values: withoutWords(entry.values) };
    case 'refresh_problem': {
      const { code, httpStatus } = entry.values.problem;
      return { ...entry, values: { problem: { code, ...defined({ httpStatus }) }, answer: null } };
    }
    default:
      return SHOWN[entry.code] === 'as_is' ? entry : [];
  }
}

/** What is Callboard's own of a problem. */
function withoutWords({
  code,
  httpStatus,
  since,
  proxyProblem,
  proxy,
}: SubmissionProblem): SubmissionProblem {
  return { code, ...defined({ httpStatus, since, proxyProblem, proxy }) };
}

type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

function defined<T extends object>(values: T): Defined<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
}
