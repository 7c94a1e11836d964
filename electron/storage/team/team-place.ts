import type { DatabaseSync } from 'node:sqlite';
import { bytesOrNull, integer, integerOrNull, one, text, textOrNull } from '../operation.ts';

/** A workspace with its team, and where this computer stands with it. */
export interface TeamPlace {
  readonly workspaceId: string;
  /** The service's address, as the team's records name it. */
  readonly service: string;
  /** The role with which this computer signs in to the team database. */
  readonly login: string;
  /** The UUID by which the team knows this workspace on this computer. */
  readonly computerId: string;
  readonly joinedAt: number;
  /** Whether what was here before joining is the team's, too. */
  readonly sharesHistory: boolean;
  /** Null before it was first connected. */
  readonly generation: string | null;
  /** The key of the team's hashes; null before it was first connected. */
  readonly hashKey: Uint8Array | null;
  /** The last change that was read. */
  readonly seen: number;
  /** The last entry of the team's log that is known here. */
  readonly log: { readonly change: number; readonly token: string } | null;
  /** Everything of the submissions before this row is yet to be marked as pending; null: nothing is. */
  readonly markBefore: number | null;
}

/** Undefined without a team. */
export function teamPlace(db: DatabaseSync, workspaceId: string): TeamPlace | undefined {
  const sql = `SELECT teams.*, connection ->> 'user' AS login, base_url
    FROM teams JOIN workspaces ON workspaces.id = workspace_id WHERE workspace_id = ?`;
  const row = one(db, sql, workspaceId);
  if (!row) return undefined;
  const logged = integerOrNull(row, 'log_change');
  return {
    workspaceId,
    service: text(row, 'base_url'),
    login: text(row, 'login'),
    computerId: text(row, 'computer_id'),
    joinedAt: integer(row, 'joined_at'),
    sharesHistory: integer(row, 'shares_history') === 1,
    generation: textOrNull(row, 'generation'),
    hashKey: bytesOrNull(row, 'hash_key'),
    seen: integer(row, 'seen'),
    log: logged === null ? null : { change: logged, token: text(row, 'log_token') },
    markBefore: integerOrNull(row, 'mark_before'),
  };
}
