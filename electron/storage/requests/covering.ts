import type { DatabaseSync } from 'node:sqlite';
import { coveredAnswer, openPart } from '../../../shared/covered-answer.ts';
import type { Json, RequestRow } from '../../../shared/request.ts';
import { all, integer, one } from '../operation.ts';
import { describedByQuestionnaire } from './described-fields.ts';
import { isPolicyMeaningPending } from './policy-meaning.ts';
import { isVerdictFirst } from './verdict-mode.ts';

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
export function openPaths({ open }: Covering, questionnaire: string): ReadonlySet<string> {
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
export function isHeadlineOpen(covering: Covering, questionnaire: string): boolean {
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
