import type { DatabaseSync } from 'node:sqlite';
import { spellingsOf } from '../../../shared/call-key.ts';
import type { Try } from '../../../shared/tries.ts';
import { all, integer } from '../operation.ts';

/**
 * Every send to this number (E.164), however written, that reached or may have reached the service: from all workspaces, but
 * those of the practice service, which calls nobody, count only among themselves. Of several sends of one submission only
 * the last time is known.
 */
export function triesOf(db: DatabaseSync, workspaceId: string, phoneNumber: string): Try[] {
  const rows = all(
    db,
    `SELECT submissions.state = 'sending' AS sending, coalesce(may_have_reached_times, 0) AS times,
       submissions.state IN ('accepted', 'unconfirmed') AS reached,
       iif(submissions.state = 'sending', submissions.updated_at,
         coalesce(may_have_reached_at, submissions.updated_at)) AS at
     FROM submissions INDEXED BY submissions_by_phone
     CROSS JOIN workspaces ON workspaces.id = submissions.workspace_id
     CROSS JOIN workspaces AS own ON own.id = ? AND own.kind = workspaces.kind
     WHERE phone_number IN (SELECT value FROM json_each(?))
       AND (submissions.state IN ('sending', 'accepted', 'unconfirmed') OR may_have_reached_at IS NOT NULL)`,
    workspaceId,
    JSON.stringify(spellingsOf(phoneNumber)),
  );
  return rows.flatMap((row) => {
    const at = integer(row, 'at');
    const times = Math.max(integer(row, 'reached'), integer(row, 'times'));
    const earlier = Array.from({ length: times }, () => ({ at, sending: false }));
    return integer(row, 'sending') === 1 ? [...earlier, { at, sending: true }] : earlier;
  });
}
