import type { DatabaseSync } from 'node:sqlite';
import { callKey } from '../../../shared/call-key.ts';
import { change } from '../operation.ts';

/** Erases what is known of the team about these telephones (E.164 or call keys): what colleagues claimed, in all workspaces. */
export function eraseClaims(db: DatabaseSync, phones: readonly string[]): void {
  const keys = JSON.stringify([...new Set(phones.map(callKey))]);
  change(db, 'DELETE FROM team_claims WHERE call_key IN (SELECT value FROM json_each(?))', keys);
  change(
    db,
    "DELETE FROM team_pending WHERE kind = 'hold' AND key IN (SELECT value FROM json_each(?))",
    keys,
  );
}

interface ErasedSubmission {
  readonly workspaceId: string;
  readonly id: string;
  readonly requestId: string | null;
  readonly phone: string;
}

/**
 * Erases the team's claim for a submission of a colleague, and what was to be sent about it. Call it when its other rows are
 * gone: what a trigger wrote about them goes, too.
 */
export function eraseTeamRows(
  db: DatabaseSync,
  { workspaceId, id, requestId, phone }: ErasedSubmission,
): void {
  change(
    db,
    'DELETE FROM team_claims WHERE workspace_id = ? AND call_key = ? AND submission_id = ?',
    workspaceId,
    callKey(phone),
    id,
  );
  for (const key of [id, requestId]) {
    if (key === null) continue;
    // Keys are an id, perhaps with a space and more: '!' is the character after it.
    const isOf = `key >= ?2 AND key < ?2 || '!'`;
    change(db, `DELETE FROM team_pending WHERE workspace_id = ?1 AND ${isOf}`, workspaceId, key);
  }
}
