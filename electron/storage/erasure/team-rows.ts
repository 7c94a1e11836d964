import type { DatabaseSync } from 'node:sqlite';
import { callKey, spellingsOf } from '../../../shared/call-key.ts';
import type { ErasedBefore, ErasedForTeam, FoundForTeam, TeamTombstones } from '../../privacy/ports.ts';
import { requestKey } from '../../team/shared-records.ts';
import { keyedHash } from '../../team/team-claims.ts';
import { all, change, insert, integer, one, text, textList, textOrNull } from '../operation.ts';
import { teamPlace } from '../team/team-place.ts';
import { numbersIn } from './person.ts';
import { kindOf } from './receipts.ts';
import { storedSubjectOf } from './subject.ts';

/** Erases what is known of the team about these telephones (E.164 or call keys): what colleagues claimed, in all workspaces. */
export function eraseClaims(db: DatabaseSync, phones: readonly string[]): void {
  const sql = 'DELETE FROM team_claims WHERE call_key IN (SELECT value FROM json_each(?))';
  change(db, sql, JSON.stringify(keysOf(phones)));
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
  const sql = 'DELETE FROM team_claims WHERE workspace_id = ? AND call_key = ? AND submission_id = ?';
  change(db, sql, workspaceId, callKey(phone), id);
  for (const key of [id, requestId]) {
    if (key === null) continue;
    // Keys are an id, perhaps with a space and more: '!' is the character after it.
    const isOf = `key >= ?2 AND key < ?2 || '!'`;
    change(db, `DELETE FROM team_pending WHERE workspace_id = ?1 AND ${isOf}`, workspaceId, key);
  }
}

/** The team of this workspace, or of every one (null), is to erase it, too. */
export function concernTeams(db: DatabaseSync, erasure: string, workspaceId: string | null): void {
  const sql = `INSERT OR IGNORE INTO erasure_teams (erasure, workspace_id)
    SELECT ?1, workspace_id FROM teams WHERE ?2 IS NULL OR workspace_id = ?2`;
  change(db, sql, erasure, workspaceId);
}

/** Erasures that the team of a workspace has yet to be told of are not for the one that it has from now on. */
export function concernTeamNoMore(db: DatabaseSync, workspaceId: string): void {
  change(db, 'DELETE FROM erasure_teams WHERE workspace_id = ? AND told_at IS NULL', workspaceId);
}

/** What the team of a workspace has yet to be told of an erasure; undefined if it was told, or if there is no team any more. */
export function erasedForTeam(db: DatabaseSync, id: string, workspaceId: string): ErasedForTeam | undefined {
  const erasure = one(
    db,
    `SELECT erasures.kind, erasures.subject, erasures.holds, workspaces.base_url
     FROM erasures JOIN erasure_teams ON erasure = erasures.id JOIN teams ON teams.workspace_id = erasure_teams.workspace_id
     JOIN workspaces ON workspaces.id = teams.workspace_id
     WHERE erasures.id = ? AND teams.workspace_id = ? AND told_at IS NULL`,
    id,
    workspaceId,
  );
  if (!erasure) return undefined;
  const isRetention = kindOf(erasure) === 'retention';
  const { phones, blocked, forgotten } = storedSubjectOf(textOrNull(erasure, 'subject'));
  const sql = `SELECT request_id, submission_id FROM erasure_items
    WHERE erasure = ? AND workspace_id = ? AND submission_id IS NOT NULL AND (of_colleague = 0 OR ?)`;
  const items = all(db, sql, id, workspaceId, Number(!isRetention));
  const service = text(erasure, 'base_url');
  return {
    numbers: keysOf(phones),
    phones: [...new Set(phones.flatMap(spellingsOf))],
    requests: items.map((item) => {
      const [requestId, submission] = [textOrNull(item, 'request_id'), text(item, 'submission_id')];
      const key = requestId === null ? null : requestKey(service, requestId, submission);
      return { id: requestId, key, submission };
    }),
    kind: isRetention ? 'retained' : 'request',
    blocked: keysOf(blocked),
    holds: textList(erasure, 'holds'),
    forgotten,
  };
}

/** Keeps the hashes of what a team erased, with the changes that did. */
export function rememberErased(
  db: DatabaseSync,
  workspaceId: string,
  tombstones: readonly { readonly hash: string; readonly change: number }[],
): void {
  change(
    db,
    `INSERT OR REPLACE INTO team_erased (workspace_id, hash, change, generation)
     SELECT teams.workspace_id, value ->> 'hash', value ->> 'change', generation FROM json_each(?2) CROSS JOIN teams
     WHERE teams.workspace_id = ?1 AND generation IS NOT NULL`,
    workspaceId,
    JSON.stringify(tombstones.map(({ hash, change: at }) => ({ hash, change: at }))),
  );
}

/** What the present generation of a team's database may not know of what it erased; undefined if it knows all. */
export function erasedBefore(db: DatabaseSync, workspaceId: string): ErasedBefore | undefined {
  const sql = `SELECT hash, change FROM team_erased JOIN teams USING (workspace_id)
    WHERE workspace_id = ? AND team_erased.generation <> teams.generation`;
  const rows = all(db, sql, workspaceId);
  const key = rows.length > 0 ? teamPlace(db, workspaceId)?.hashKey : null;
  if (!key) return undefined;
  return { key, changes: new Map(rows.map((row) => [text(row, 'hash'), integer(row, 'change')] as const)) };
}

const keysOf = (phones: readonly string[]): string[] => [...new Set(phones.map(callKey))];

/** What is known of a team's claims for submissions that aren't here. */
const CLAIMS_ALONE = `FROM team_claims WHERE workspace_id = ?
  AND NOT EXISTS (SELECT 1 FROM submissions WHERE submissions.id = submission_id)`;

/** Erases the team's claims for those of these submissions that aren't here; gives how many. */
export function eraseClaimsAlone(
  db: DatabaseSync,
  workspaceId: string,
  submissionIds: readonly string[],
): number {
  const sql = `DELETE ${CLAIMS_ALONE} AND submission_id IN (SELECT value FROM json_each(?))`;
  return change(db, sql, workspaceId, JSON.stringify(submissionIds));
}

/**
 * Finds what a team erased in the submissions `after` < row <= `upTo` of its workspace, and of removed ones with its service;
 * at `after` 0 elsewhere, too. `country`: whose numbers are written without a code (ISO 3166), if any are.
 */
export function findForTeam(
  db: DatabaseSync,
  workspaceId: string,
  tombstones: TeamTombstones,
  after: number,
  upTo: number,
  country: string | null,
): FoundForTeam {
  const place = teamPlace(db, workspaceId);
  const key = place?.hashKey;
  if (!key) return { submissions: [], phones: [] };
  const [numbers, requests, retained] = [
    new Set(tombstones.number),
    new Set(tombstones.request),
    new Set(tombstones.retained),
  ];
  const hash = (whole: string): string => keyedHash(key, whole).toString('hex');
  const foundBy = (id: string, whole: string, createdAt: number): FoundForTeam['submissions'][number][] => {
    const hashed = hash(whole);
    const by = requests.has(hashed) ? 'request' : retained.has(hashed) ? 'retained' : undefined;
    return by ? [{ id, by, hash: hashed, createdAt }] : [];
  };
  const isErased = (phone: string): boolean => numbers.size > 0 && numbers.has(hash(callKey(phone)));
  const sql = `SELECT id, request_id, phone_number, created_at FROM submissions
    WHERE row > ?1 AND row <= ?2 AND workspace_id IN (SELECT id FROM workspaces
      WHERE id = ?3 OR removed_at IS NOT NULL AND base_url = (SELECT base_url FROM workspaces WHERE id = ?3))`;
  const rows = all(db, sql, after, upTo, workspaceId);
  const phones: string[] = [];
  const submissions = rows.flatMap((row): FoundForTeam['submissions'][number][] => {
    const [id, phone, requestId] = [
      text(row, 'id'),
      text(row, 'phone_number'),
      textOrNull(row, 'request_id'),
    ];
    const createdAt = integer(row, 'created_at');
    if (isErased(phone)) {
      phones.push(phone);
      return [{ id, by: 'number', hash: hash(callKey(phone)), createdAt }];
    }
    if (requestId === null || requests.size + retained.size === 0) return [];
    return foundBy(id, requestKey(place.service, requestId, id), createdAt);
  });
  if (after === 0) {
    phones.push(...phonesElsewhere(db, workspaceId, country).filter(isErased));
    const claimed = all(db, `SELECT submission_id AS id ${CLAIMS_ALONE}`, workspaceId);
    submissions.push(...claimed.map((row) => text(row, 'id')).flatMap((id) => foundBy(id, id, 0)));
  }
  const found = [...new Set(phones)].map((phone) => ({ phone, hash: hash(callKey(phone)) }));
  return { submissions, phones: found };
}

/** The numbers of the lists, and those in rows of imported files that were never queued. */
function phonesElsewhere(db: DatabaseSync, workspaceId: string, country: string | null): string[] {
  const sql = `SELECT number FROM do_not_call WHERE number IS NOT NULL UNION SELECT number FROM holds
    UNION SELECT call_key FROM team_claims WHERE workspace_id = ?`;
  const listed = all(db, sql, workspaceId).map((row) => text(row, 'number'));
  const imported = all(
    db,
    `SELECT cells FROM import_rows JOIN imports ON imports.id = import_id
     WHERE workspace_id = ? AND submission_id IS NULL AND erased = 0`,
    workspaceId,
  ).flatMap((row) => textList(row, 'cells').flatMap((cell) => numbersIn(cell, country)));
  return [...listed, ...imported];
}

/** A condition on a team: what of this computer it is to have isn't marked as pending yet, or not all of it. */
export const HAS_TO_TELL = '(told_generation IS NOT generation OR mark_before IS NOT NULL)';

/** The ids of the holds that the team doesn't know: it has yet to be told, takes nothing of whom it erased, or they are another's. */
export function unsharedHolds(db: DatabaseSync, workspaceId: string): Set<string> {
  const untold = `SELECT key AS id FROM team_pending WHERE workspace_id = ?1 AND kind = 'hold'
    UNION SELECT holds.id FROM teams CROSS JOIN holds WHERE workspace_id = ?1 AND iif(team IS NULL, ${HAS_TO_TELL}, NOT EXISTS (
      SELECT 1 FROM teams AS same WHERE same.workspace_id = team AND same.hash_key = teams.hash_key))`;
  const kept = `SELECT holds FROM erasures WHERE ${IS_HELD}`;
  return new Set([
    ...all(db, untold, workspaceId).map((row) => text(row, 'id')),
    ...all(db, kept, workspaceId).flatMap((row) => textList(row, 'holds')),
  ]);
}

/** A receipt of {@link recordHeld} for a workspace. */
const IS_HELD = `kind = 'team' AND workspace_id = ? AND stage = 'done' AND requests = 0 AND begun_at = finished_at`;

/** Says once that holds keep what the team erased; the receipt has nothing else. `now`: UTC ms. */
export function recordHeld(
  db: DatabaseSync,
  erasure: { readonly id: string; readonly workspaceId: string; readonly holds: readonly string[] },
  now: number,
): void {
  const holds = JSON.stringify(erasure.holds.toSorted());
  const sql = `SELECT 1 FROM erasures WHERE ${IS_HELD} AND holds = ?`;
  if (one(db, sql, erasure.workspaceId, holds)) return;
  const ended = { begun_at: now, finished_at: now, stage: 'done', holds };
  insert(db, 'erasures', { id: erasure.id, kind: 'team', workspace_id: erasure.workspaceId, ...ended });
}
