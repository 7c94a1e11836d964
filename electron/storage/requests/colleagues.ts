import type { DatabaseSync } from 'node:sqlite';
import { type ColleagueNote, type ColleagueVerdict, VERDICTS } from '../../../shared/request.ts';
import { type FilterValue, MINE } from '../../../shared/request-filter.ts';
import { all, integer, one, oneOf, type Row, text, textOrNull } from '../operation.ts';

/** Joins the colleague who submitted a request, whose name is {@link NAME_OF_COLLEAGUE}; null if it was submitted here. */
export const COLLEAGUE_OF_REQUEST = `LEFT JOIN team_colleagues AS colleague
    ON colleague.workspace_id = requests.workspace_id AND colleague.login = requests.colleague`;
export const NAME_OF_COLLEAGUE = 'coalesce(colleague.person, requests.colleague)';

/** Whether colleagues have requests in a workspace, too: it has a team, or had one. */
export function isShared(db: DatabaseSync, workspaceId: string): boolean {
  const sql = `SELECT 1 WHERE EXISTS (SELECT 1 FROM teams WHERE workspace_id = ?1)
    OR EXISTS (SELECT 1 FROM team_colleagues WHERE workspace_id = ?1)`;
  return one(db, sql, workspaceId) !== undefined;
}

/** The name by which colleagues know this workspace's person; null without a team, or once it was left. */
export function ownNameIn(db: DatabaseSync, workspaceId: string): string | null {
  const sql = "SELECT connection ->> '$.person' AS person FROM teams WHERE workspace_id = ?";
  const row = one(db, sql, workspaceId);
  return row ? textOrNull(row, 'person') : null;
}

/** Who submitted how many of the requests that aren't archived, oneself first; nobody in a workspace without colleagues. */
export function countedPeople(db: DatabaseSync, workspaceId: string): FilterValue[] {
  if (!isShared(db, workspaceId)) return [];
  const counted = all(
    db,
    `SELECT counted.login, coalesce(person, counted.login) AS person, n
     FROM (SELECT colleague AS login, sum(n) AS n FROM request_counts
           WHERE workspace_id = ?1 AND archived = 0 GROUP BY colleague) AS counted
     LEFT JOIN team_colleagues ON workspace_id = ?1 AND team_colleagues.login = counted.login
     ORDER BY n DESC, person, counted.login`,
    workspaceId,
  ).map((row) => ({ value: text(row, 'login'), name: text(row, 'person'), count: integer(row, 'n') }));
  const mine = counted.find(({ value }) => value === MINE)?.count ?? 0;
  return [{ value: MINE, name: null, count: mine }, ...counted.filter(({ value }) => value !== MINE)];
}

/** The verdicts of colleagues on rows (a JSON list), by row and in the order of their names. */
export function colleagueVerdicts(db: DatabaseSync, wanted: string): Map<number, ColleagueVerdict[]> {
  return marksByRow(db, wanted, "colleague_marks.verdict <> 'none'", (row) => ({
    person: text(row, 'person'),
    verdict: oneOf(row, 'verdict', VERDICTS),
    at: integer(row, 'verdict_at'),
    reason: text(row, 'reason'),
  }));
}

/** The notes of colleagues on rows (a JSON list), by row and in the order of their names. */
export function colleagueNotes(db: DatabaseSync, wanted: string): Map<number, ColleagueNote[]> {
  return marksByRow(db, wanted, "note <> ''", (row) => ({
    person: text(row, 'person'),
    text: text(row, 'note'),
    at: integer(row, 'note_at'),
  }));
}

function marksByRow<Mark>(
  db: DatabaseSync,
  wanted: string,
  condition: string,
  read: (row: Row) => Mark,
): Map<number, Mark[]> {
  const sql = `SELECT colleague_marks.*, coalesce(team_colleagues.person, colleague_marks.login) AS person
    FROM json_each(?) AS wanted
    CROSS JOIN colleague_marks ON colleague_marks.row = wanted.value
    CROSS JOIN requests ON requests.row = colleague_marks.row
    LEFT JOIN team_colleagues ON team_colleagues.workspace_id = requests.workspace_id
      AND team_colleagues.login = colleague_marks.login
    WHERE ${condition} ORDER BY person, colleague_marks.login`;
  const found = all(db, sql, wanted);
  const byRow = new Map<number, Mark[]>();
  for (const row of found) {
    const number = integer(row, 'row');
    byRow.set(number, [...(byRow.get(number) ?? []), read(row)]);
  }
  return byRow;
}
