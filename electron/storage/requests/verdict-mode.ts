import type { DatabaseSync } from 'node:sqlite';
import type { VerdictFirst } from '../../../shared/workspace-rules.ts';
import { all, one, text } from '../operation.ts';

/** What the organisation's policy sets, by connection. It isn't stored: a full disk must not uncover anything. */
const setByPolicy = new WeakMap<DatabaseSync, VerdictFirst>();

/** Sets the mode of every workspace in place of its own; null: each workspace has its own. */
export function setPolicyMode(db: DatabaseSync, mode: VerdictFirst | null): void {
  if (mode) setByPolicy.set(db, mode);
  else setByPolicy.delete(db);
}

/** Takes the policy's mode along when the database is opened anew. */
export function keepPolicyMode(before: DatabaseSync, after: DatabaseSync): void {
  setPolicyMode(after, setByPolicy.get(before) ?? null);
}

/** Whether a verdict comes before the score in a workspace, and what is covered then. */
export function verdictModeOf(db: DatabaseSync, workspaceId: string): VerdictFirst {
  const policy = setByPolicy.get(db);
  if (policy) return policy;
  const own = one(
    db,
    `SELECT rules ->> '$.verdictFirst.on' AS is_on, rules ->> '$.verdictFirst.coverIdentity' AS identity
     FROM workspace_rules WHERE workspace_id = ?`,
    workspaceId,
  );
  return { on: own?.['is_on'] === 1, coverIdentity: own?.['identity'] === 1 };
}

/** JSON: the workspaces in which covered requests don't say who the candidate is. */
export function workspacesThatCoverIdentity(db: DatabaseSync): string {
  const policy = setByPolicy.get(db);
  if (policy && !(policy.on && policy.coverIdentity)) return '[]';
  const found = policy
    ? all(db, 'SELECT id AS workspace_id FROM workspaces')
    : all(
        db,
        `SELECT workspace_id FROM workspace_rules
         WHERE rules ->> '$.verdictFirst.on' AND rules ->> '$.verdictFirst.coverIdentity'`,
      );
  return JSON.stringify(found.map((row) => text(row, 'workspace_id')));
}
