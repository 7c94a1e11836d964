import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { samePlace, type TeamConnection, teamConnection } from '../../../shared/team.ts';
import { eraseSubmission } from '../erasure/erasure-steps.ts';
import { lastRow } from '../erasure/retained.ts';
import { concernTeamNoMore } from '../erasure/team-rows.ts';
import { all, change, insert, integer, one, read, scalar, text, write } from '../operation.ts';
import { untold } from '../team/record-kinds.ts';
import { teamPlace } from '../team/team-place.ts';

/** The team of a workspace, as this computer takes part in it. */
export interface StoredTeam {
  readonly connection: TeamConnection;
  /** The UUID by which the team knows this workspace on this computer. */
  readonly computerId: string;
}

/** How many requests of colleagues one step removes, so that it delays other writes by a few milliseconds only. */
const REMOVED_AT_ONCE = 20;

export const teamStore = {
  /** Undefined if the workspace has no team. */
  get: read((db, workspaceId: string): StoredTeam | undefined => {
    const row = one(db, 'SELECT connection, computer_id FROM teams WHERE workspace_id = ?', workspaceId);
    return (
      row && {
        connection: teamConnection.parse(JSON.parse(text(row, 'connection'))),
        computerId: text(row, 'computer_id'),
      }
    );
  }),

  place: read(teamPlace),

  /**
   * Stores a workspace's connection. At another place or with another login the workspace is a new computer of the team, and
   * has read nothing of it yet. What it remembers of the place before is which team that was: one team is never told what another
   * one knows, but everything if it only moved. `now`: UTC ms.
   */
  save: write((db, workspaceId: string, connection: TeamConnection, now: number): void => {
    const row = one(db, 'SELECT * FROM teams WHERE workspace_id = ?', workspaceId);
    const before = row && teamConnection.parse(JSON.parse(text(row, 'connection')));
    if (isDeepStrictEqual(before, connection)) return;
    const stored = JSON.stringify(connection);
    if (before && samePlace(before, connection)) {
      change(db, 'UPDATE teams SET connection = ? WHERE workspace_id = ?', stored, workspaceId);
      return;
    }
    forget(db, workspaceId);
    const last = lastRow(db);
    insert(db, 'teams', {
      workspace_id: workspaceId,
      connection: stored,
      computer_id: randomUUID(),
      ...{ joined_at: now, joined_row: last, moved_at: now, moved_row: last },
      ...(row &&
        row['generation'] !== null && {
          generation: text(row, 'generation'),
          joined_at: integer(row, 'joined_at'),
          joined_row: integer(row, 'joined_row'),
          shares_history: integer(row, 'shares_history'),
        }),
    });
  }),

  /** Leaves the team: what this computer knows of it goes, except for the requests of colleagues. */
  remove: write((db, workspaceId: string): void => {
    forget(db, workspaceId);
    concernTeamNoMore(db, workspaceId);
  }),

  /** Removes some requests of colleagues, with what colleagues said of others, from this computer; gives whether any are left. */
  removeColleagues: write((db, workspaceId: string): boolean => {
    const sql = 'SELECT row FROM requests WHERE workspace_id = ? AND colleague IS NOT NULL LIMIT ?';
    const rows = all(db, sql, workspaceId, REMOVED_AT_ONCE);
    for (const row of rows) eraseSubmission(db, integer(row, 'row'));
    if (rows.length === REMOVED_AT_ONCE) return true;
    change(
      db,
      'DELETE FROM colleague_marks WHERE row IN (SELECT row FROM requests WHERE workspace_id = ?)',
      workspaceId,
    );
    change(db, 'DELETE FROM team_colleagues WHERE workspace_id = ?', workspaceId);
    return false;
  }),

  /** How many requests of colleagues are here, and how many changes and erasures the team doesn't have yet. */
  counts: read((db, workspaceId: string): { readonly ofColleagues: number; readonly unsent: number } => ({
    ofColleagues: scalar(
      db,
      'SELECT count(*) AS n FROM requests WHERE workspace_id = ? AND colleague IS NOT NULL',
      workspaceId,
    ),
    unsent:
      untold(db, workspaceId) +
      scalar(
        db,
        'SELECT count(*) AS n FROM erasure_teams JOIN teams USING (workspace_id) WHERE workspace_id = ? AND told_at IS NULL',
        workspaceId,
      ),
  })),
};

function forget(db: Parameters<typeof change>[0], workspaceId: string): void {
  const inTheSame = `SELECT other.workspace_id FROM teams JOIN teams AS other ON other.generation = teams.generation
    AND other.workspace_id <> teams.workspace_id AND other.hash_key IS NOT NULL WHERE teams.workspace_id = ?1 LIMIT 1`;
  // Its list stays in force, and the team's where another workspace of this computer is in it, too.
  for (const table of ['do_not_call', 'holds']) {
    change(db, `UPDATE ${table} SET team = coalesce((${inTheSame}), '') WHERE team = ?1`, workspaceId);
  }
  // Without the team's key, nothing can be compared with its hashes.
  change(db, "DELETE FROM do_not_call WHERE team = '' AND hash IS NOT NULL AND key_id IS NULL");
  for (const table of ['teams', 'team_claims', 'team_pending', 'team_erased']) {
    change(db, `DELETE FROM ${table} WHERE workspace_id = ?`, workspaceId);
  }
}
