import type { DatabaseSync } from 'node:sqlite';
import { one } from '../operation.ts';

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
export function isVerdictFirst(db: DatabaseSync, workspaceId: string): boolean {
  const sql = `SELECT 1 FROM workspace_rules WHERE workspace_id = ? AND rules ->> '$.verdictFirst'`;
  return setByPolicy.get(db) ?? one(db, sql, workspaceId) !== undefined;
}
