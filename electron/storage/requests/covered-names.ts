import type { DatabaseSync } from 'node:sqlite';
import { pseudonym } from '../../../shared/pseudonym.ts';
import { all, text } from '../operation.ts';
import { workspacesThatCoverIdentity } from './verdict-mode.ts';

/** Which of these submissions have a request whose candidate is covered, in any workspace. */
export function withCoveredIdentity(db: DatabaseSync, submissionIds: readonly string[]): ReadonlySet<string> {
  if (submissionIds.length === 0) return new Set();
  const covering = workspacesThatCoverIdentity(db);
  if (covering === '[]') return new Set();
  const found = all(
    db,
    `SELECT submissions.id FROM json_each(?) AS wanted
     CROSS JOIN submissions ON submissions.id = wanted.value
     JOIN requests ON requests.workspace_id = submissions.workspace_id AND requests.request_id = submissions.request_id
     WHERE submissions.workspace_id IN (SELECT value FROM json_each(?))
       AND NOT EXISTS (SELECT 1 FROM first_verdicts WHERE first_verdicts.row = requests.row)`,
    JSON.stringify([...new Set(submissionIds)]),
    covering,
  );
  return new Set(found.map((row) => text(row, 'id')));
}

/** The same items, with pseudonyms in place of covered names. */
export function withShownNames<T extends { readonly submissionId: string; readonly candidateName: string }>(
  db: DatabaseSync,
  items: readonly T[],
): T[] {
  const covered = withCoveredIdentity(
    db,
    items.map(({ submissionId }) => submissionId),
  );
  return items.map((item) =>
    covered.has(item.submissionId) ? { ...item, candidateName: pseudonym(item.submissionId) } : item,
  );
}
