import type { DatabaseSync } from 'node:sqlite';
import type { TeamMember } from '../../../shared/team.ts';
import { writeBody } from '../../team/shared-records.ts';
import { keyedHash } from '../../team/team-claims.ts';
import { ERASED } from '../erasure/subject-in-text.ts';
import { setCaching } from '../open-database.ts';
import { all, change, integer, one, read, scalar, text, textOrNull, write } from '../operation.ts';
import { type Applied, RECORD_KINDS, type TeamRecord, untold } from '../team/record-kinds.ts';
import { applying } from '../team/shared-lists.ts';
import { IS_SHARED, isFromBefore } from '../team/shared-marks.ts';
import { type TeamPlace, teamPlace } from '../team/team-place.ts';
import { noteLog } from './team-claim-store.ts';

/** A row of `team_pending`, with what the team database is to have of it. */
export interface PendingRecord {
  readonly id: number;
  readonly kind: string;
  readonly key: string;
  /** What `share()` takes, as JSON; null if another function takes its kind, or there is nothing of it to share. */
  readonly shared: string | null;
}

/** Up to where the team's changes are stored here now, and the last entry of its log up to there. */
export type TeamAdvance = Pick<TeamPlace, 'seen' | 'log'>;

export type TeamColleague = Pick<TeamMember, 'login' | 'person' | 'seenAt'>;

export interface TeamCounts {
  /** What waits to be sent to the team. */
  readonly pending: number;
  /** Requests from before joining that the team doesn't have. */
  readonly unshared: number;
}

/** Limits for one step, so that other storage calls wait 50 ms at most. */
const MARKED_ROWS = 5000;
const READ_BYTES = 1024 * 1024;

/** What a workspace and its team exchange: `team_pending` and the team's records (team/schema.sql). */
export const teamRecordStore = {
  counts: read((db, workspaceId: string): TeamCounts => {
    const place = teamPlace(db, workspaceId);
    if (!place) return { pending: 0, unshared: 0 };
    return {
      pending: untold(db, workspaceId),
      unshared: scalar(
        db,
        `SELECT count(*) AS n FROM teams JOIN requests ON requests.workspace_id = teams.workspace_id
         WHERE teams.workspace_id = ? AND colleague IS NULL AND NOT ${IS_SHARED}`,
        workspaceId,
      ),
    };
  }),

  /**
   * The first of what is pending after `after`, at most `limit` and not much more than a megabyte; empty if nothing is. `kind`: of
   * this one alone.
   */
  pending: read((db, workspaceId: string, after: number, limit: number, kind?: string): PendingRecord[] => {
    const place = teamPlace(db, workspaceId);
    if (!place) return [];
    const rows = all(
      db,
      `SELECT id, kind, key FROM team_pending WHERE workspace_id = ? AND id > ? ${kind ? 'AND kind = ?' : ''} ORDER BY id LIMIT ?`,
      ...[workspaceId, after, ...(kind ? [kind] : []), limit],
    );
    const found: PendingRecord[] = [];
    let bytes = 0;
    for (const row of rows) {
      const [kind, key] = [text(row, 'kind'), text(row, 'key')];
      const shared = sharedOf(db, place, kind, key);
      found.push({ id: integer(row, 'id'), kind, key, shared });
      bytes += shared?.length ?? 0;
      if (bytes > READ_BYTES) break;
    }
    return found;
  }),

  /** Those of these requests that aren't here. */
  missing: read((db, workspaceId: string, requestIds: readonly string[]): string[] => {
    const sql = 'SELECT 1 FROM requests WHERE request_id = ? AND workspace_id = ?';
    return requestIds.filter((id) => one(db, sql, id, workspaceId) === undefined);
  }),

  /** The team has these, as they were read: whatever changed since has another id. */
  sent: write((db, ids: readonly number[]): void => {
    change(db, 'DELETE FROM team_pending WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids));
  }),

  /** From now on, the team has what was here before joining, too. */
  shareHistory: write((db, workspaceId: string): void => {
    change(db, 'UPDATE teams SET shares_history = 1 WHERE workspace_id = ?', workspaceId);
    beginMarking(db, workspaceId);
  }),

  /**
   * If the team database has another generation than the one that was told everything, everything is to be told again. Call it
   * on each connection.
   */
  tellGeneration: write((db, workspaceId: string): void => {
    const sql = `SELECT generation, told_generation FROM teams
      WHERE workspace_id = ? AND generation IS NOT NULL AND generation IS NOT told_generation`;
    const row = one(db, sql, workspaceId);
    if (!row) return;
    const [now, told] = [text(row, 'generation'), textOrNull(row, 'told_generation')];
    change(db, 'UPDATE teams SET told_generation = ? WHERE workspace_id = ?', now, workspaceId);
    // A restored Library has whom the team erased since, and nobody else knows their name any more.
    if (told !== null) {
      const sql = `INSERT INTO team_pending (workspace_id, kind, key) SELECT workspace_id, 'library', kind || ' ' || service_id
        FROM library WHERE workspace_id = ? AND instr(name || note || fields, ?)`;
      change(db, sql, workspaceId, ERASED);
    }
    beginMarking(db, workspaceId);
  }),

  /** Marks the next part of everything as pending. */
  markSome: write((db, workspaceId: string): void => {
    const place = teamPlace(db, workspaceId);
    const before = place?.markBefore ?? null;
    if (!place || before === null) return;
    const from = before - MARKED_ROWS;
    markClaims(db, place, from, before);
    for (const { mark } of Object.values(RECORD_KINDS)) mark(db, place, { from, before }, from <= 0);
    const sql = 'UPDATE teams SET mark_before = ? WHERE workspace_id = ?';
    change(db, sql, from > 0 ? from : null, workspaceId);
  }),

  /** Whether many records are about to be stored, in any order of their indexes' keys. */
  storingMuch: read((db, isMuch: boolean): void => setCaching(db, isMuch ? 'much' : 'usual')),

  /** Remembers who takes part in the team. */
  colleagues: write((db, workspaceId: string, colleagues: readonly TeamColleague[]): void => {
    for (const { login, person, seenAt } of colleagues) {
      const sql = `INSERT INTO team_colleagues (workspace_id, login, person, seen_at) VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET person = excluded.person, seen_at = excluded.seen_at
          WHERE (person, seen_at) <> (excluded.person, excluded.seen_at)`;
      change(db, sql, workspaceId, login, person, seenAt);
    }
  }),

  /** Stores records of the team, and with the last of a pull how far it was read. */
  apply: write((db, workspaceId: string, records: readonly TeamRecord[], advance?: TeamAdvance): Applied => {
    const place = teamPlace(db, workspaceId);
    const applied = applying(db, workspaceId, (all) => {
      if (!place) return;
      for (const [kind, { apply }] of Object.entries(RECORD_KINDS)) {
        const ofKind = records.filter((record) => record.kind === kind);
        if (ofKind.length > 0) apply(db, place, ofKind, all);
      }
    });
    if (advance) move(db, workspaceId, advance);
    return applied;
  }),
};

function sharedOf(db: DatabaseSync, place: TeamPlace, kind: string, key: string): string | null {
  const found = RECORD_KINDS[kind]?.read(db, place, key);
  if (!found) return null;
  const { key: recordKey, request, body, removed, own, erasedWith } = found;
  const { hashKey } = place;
  const hashes = hashKey ? erasedWith.map((each) => keyedHash(hashKey, each).toString('hex')) : [];
  const service = request === null ? null : place.service;
  return writeBody({ kind, key: recordKey, service, request, body, removed, own, hashes });
}

/** From the latest request on, which people look at first. */
function beginMarking(db: DatabaseSync, workspaceId: string): void {
  const sql = `UPDATE teams SET mark_before = (SELECT coalesce(max(row), 0) + 1 FROM submissions) WHERE workspace_id = ?`;
  change(db, sql, workspaceId);
}

/** Claims of what was or may have been called. */
function markClaims(db: DatabaseSync, place: TeamPlace, from: number, before: number): void {
  const sql = `INSERT INTO team_pending (workspace_id, kind, key)
    SELECT submissions.workspace_id, 'claim', submissions.id
    FROM teams JOIN submissions ON +submissions.workspace_id = teams.workspace_id
      LEFT JOIN requests ON requests.row = submissions.row
    WHERE teams.workspace_id = ? AND submissions.row >= ? AND submissions.row < ? AND requests.colleague IS NULL
      AND (submissions.state IN ('accepted', 'unconfirmed') OR submissions.may_have_reached_at IS NOT NULL)
      AND (shares_history = 1 OR NOT ${isFromBefore('submissions.row', 'submissions.updated_at')})`;
  change(db, sql, place.workspaceId, from, before);
}

function move(db: DatabaseSync, workspaceId: string, { seen, log }: TeamAdvance): void {
  change(db, 'UPDATE teams SET seen = ? WHERE workspace_id = ? AND seen < ?', seen, workspaceId, seen);
  if (log) noteLog(db, workspaceId, log.change, log.token);
}
