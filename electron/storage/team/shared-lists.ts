import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { LIBRARY_KINDS, type LibraryKey, libraryLabel } from '../../../shared/library.ts';
import { readBody, sharedHold } from '../../team/shared-records.ts';
import { keyedHash } from '../../team/team-claims.ts';
import type { ReadNumber } from '../../team/team-sync.ts';
import { followScrubbed } from '../erasure/pinned-fields.ts';
import { beginOverwriting } from '../erasure/receipts.ts';
import { isWithoutSomebody } from '../erasure/subject-in-text.ts';
import {
  all,
  bytesOrNull,
  change,
  insert,
  integer,
  integerOrNull,
  one,
  read,
  text,
  textOrNull,
  write,
} from '../operation.ts';
import { backfillBatch } from '../requests/results-backfill.ts';
import { dropLabel, findEntry, NO_LABEL, storeLabel } from '../stores/library-store.ts';
import type { Applied, RecordKind } from './record-kinds.ts';
import { isPending } from './shared-marks.ts';
import { teamPlace } from './team-place.ts';

/**
 * The lists of a computer: the do-not-call list and the legal holds belong to no workspace. What a person enters here, every
 * team of this computer's workspaces gets; what came from one team (`team`) is told no other, though it counts here.
 */

/** An entry as `forbid()` takes it (team/schema.sql). */
export interface SharedNumber {
  readonly id: string;
  /** The call key; null once its person was erased. */
  readonly number: string | null;
  /** HMAC-SHA256 of the call key with the team's key, in hex. */
  readonly hash: string;
  readonly reason: string;
  /** UTC ms. */
  readonly added_at: number;
  readonly lifted_reason: string | null;
}

/** The do-not-call list of a team, which has a table of its own there: claim() asks it. */
export const sharedNumberStore = {
  /** Those of these entries that the team is to have; the policy's are none. */
  numbers: read((db, workspaceId: string, ids: readonly string[]): SharedNumber[] => {
    const key = teamPlace(db, workspaceId)?.hashKey;
    if (!key) return [];
    const sql = `SELECT do_not_call.* FROM json_each(?) AS wanted CROSS JOIN do_not_call ON do_not_call.id = wanted.value
      WHERE source = 'person' AND (team IS NULL OR team = ?)`;
    const rows = all(db, sql, JSON.stringify(ids), workspaceId);
    return rows.flatMap((row) => {
      const number = textOrNull(row, 'number');
      const kept = row['key_id'] === null ? bytesOrNull(row, 'hash') : null;
      const hash = number === null ? kept : keyedHash(key, number);
      // Of a person erased here, no hash of the team's key was kept: the team erased them itself.
      if (!hash) return [];
      return {
        id: text(row, 'id'),
        number,
        hash: Buffer.from(hash).toString('hex'),
        reason: text(row, 'reason'),
        added_at: integer(row, 'added_at'),
        lifted_reason: row['lifted_at'] === null ? null : (textOrNull(row, 'lifted_reason') ?? ''),
      };
    });
  }),

  /** Stores entries of the team. Each counts beside one's own with the same number: lifting the one never lifts the other. */
  applyNumbers: write(
    (db, workspaceId: string, entries: readonly ReadNumber[]): Applied =>
      applying(db, workspaceId, (applied) => {
        for (const entry of entries) {
          if (applyNumber(db, workspaceId, entry, applied)) applied.lists.add('do_not_call');
        }
      }),
  ),
};

/** Stores what the team has, so that nothing of it is sent back, and has overwritten what colleagues took out of texts. */
export function applying(db: DatabaseSync, workspaceId: string, store: (applied: Applied) => void): Applied {
  const applied: Applied = { requestIds: [], completed: [], unusable: [], lists: new Set(), takenOut: [] };
  change(db, 'UPDATE teams SET applying = 1 WHERE workspace_id = ?', workspaceId);
  store(applied);
  change(db, 'UPDATE teams SET applying = 0 WHERE workspace_id = ?', workspaceId);
  beginOverwriting(db, workspaceId, applied.takenOut.length);
  return applied;
}

/** True if the entry is new here, or was lifted. */
function applyNumber(
  db: DatabaseSync,
  workspaceId: string,
  entry: ReadNumber,
  { takenOut }: Applied,
): boolean {
  const { id, number, hash, reason, person, addedAt, lifted } = entry;
  // Whoever left the team has joined it again.
  change(db, "UPDATE do_not_call SET team = ? WHERE id = ? AND team = ''", workspaceId, id);
  const known = one(db, 'SELECT * FROM do_not_call WHERE id = ?', id);
  if (!known) {
    insert(db, 'do_not_call', {
      ...{ id, source: 'person', number, hash: number === null ? hash : null, reason, team: workspaceId },
      ...{ added_at: addedAt, added_by: person },
      ...(lifted && { lifted_at: lifted.at, lifted_by: lifted.by, lifted_reason: lifted.reason }),
    });
    return true;
  }
  if (number === null && known['number'] !== null && known['team'] === workspaceId) {
    const sql = `UPDATE do_not_call SET number = NULL, hash = ?, reason = '',
      lifted_reason = iif(lifted_at IS NULL, NULL, '') WHERE id = ?`;
    change(db, sql, hash, id);
    takenOut.push(`do_not_call ${id}`);
  }
  // Of what else is written, nobody changes anything but takes somebody out.
  const written = [reason, lifted?.reason ?? ''];
  const here = ['reason', 'lifted_reason'].map((column) => textOrNull(known, column) ?? '');
  if (written.some((each, index) => isWithoutSomebody(here[index] ?? '', each))) {
    takenOut.push(`do_not_call ${id}`);
    const sql =
      'UPDATE do_not_call SET reason = ?, lifted_reason = iif(lifted_at IS NULL, NULL, ?) WHERE id = ?';
    change(db, sql, ...written, id);
  }
  const liftedAt = integerOrNull(known, 'lifted_at');
  if (!lifted || lifted.at === liftedAt) return false;
  // Of two who lifted it, the first one who told the team did; what is erased here stays so.
  const isErased = known['number'] === null || isWithoutSomebody(lifted.reason, here[1] ?? '');
  if (liftedAt !== null && isErased) return false;
  const sql = 'UPDATE do_not_call SET lifted_at = ?, lifted_by = ?, lifted_reason = ? WHERE id = ?';
  change(db, sql, lifted.at, lifted.by, lifted.reason, id);
  return true;
}

/** Only what marks the numbers: {@link sharedNumberStore} has the rest. */
export const numberKind: RecordKind = {
  read: () => undefined,
  apply: () => undefined,
  mark: (db, { workspaceId }, _rows, first) => {
    if (!first) return;
    change(
      db,
      `INSERT INTO team_pending (workspace_id, kind, key) SELECT ?, 'do_not_call', id FROM do_not_call
       WHERE source = 'person' AND (number IS NOT NULL AND team IS NULL OR team = ?)`,
      // What came from the team is told it as well: it may have lost that, and whoever added it may be gone.
      ...[workspaceId, workspaceId],
    );
  },
};

/** The key is the hold's id: a number can have several, of colleagues. One that somebody released is released for the team. */
export const holdKind: RecordKind = {
  read: (db, { workspaceId }, id) => {
    const row = one(db, 'SELECT * FROM holds WHERE id = ?', id);
    const record = { key: id, request: null };
    if (!row) return { ...record, erasedWith: [], body: {}, removed: true, own: false };
    // Another team's is not this one's.
    const team = textOrNull(row, 'team');
    if (team !== null && team !== workspaceId) return undefined;
    const body: z.output<typeof sharedHold> = {
      phoneNumber: text(row, 'number'),
      name: text(row, 'name'),
      reason: text(row, 'reason'),
      placedAt: integer(row, 'placed_at'),
    };
    return { ...record, erasedWith: [body.phoneNumber], body, removed: false, own: true };
  },
  apply: (db, place, records, { unusable, lists, takenOut }) => {
    lists.add('holds');
    for (const { key: id, body: json, person, removed } of records) {
      if (isPending(db, place, 'hold', id)) continue;
      if (removed) {
        change(db, 'DELETE FROM holds WHERE id = ?', id);
        continue;
      }
      const body = readBody(sharedHold, json);
      if (!body) {
        unusable.push(`hold ${id}`);
        continue;
      }
      const { phoneNumber, name, reason, placedAt } = body;
      const sql = `INSERT INTO holds (id, number, name, reason, placed_at, placed_by, team) VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET team = excluded.team WHERE team = ''`;
      change(db, sql, id, phoneNumber, name, reason, placedAt, person, place.workspaceId);
      const held = one(db, 'SELECT reason FROM holds WHERE id = ?', id);
      if (!held || !isWithoutSomebody(text(held, 'reason'), reason)) continue;
      change(db, 'UPDATE holds SET reason = ? WHERE id = ?', reason, id);
      takenOut.push(`hold ${id}`);
    }
  },
  mark: (db, { workspaceId }, _rows, first) => {
    if (!first) return;
    change(
      db,
      "INSERT INTO team_pending (workspace_id, kind, key) SELECT ?, 'hold', id FROM holds WHERE team IS NULL",
      workspaceId,
    );
  },
};

/** An id is the service's own: a team may use several. */
const sharedLabel = z.object({ service: z.string(), label: libraryLabel });

/** The key is the kind, and the id after a space. The later change wins. */
export const libraryKind: RecordKind = {
  read: (db, { workspaceId, service }, key) => {
    const entryKey = keyOf(key);
    const entry = entryKey && findEntry(db, workspaceId, entryKey);
    if (!entryKey) return undefined;
    const { kind, serviceId } = entryKey;
    const { name, note, defaultQuestionnaireId, archived, fields } = entry ?? NO_LABEL;
    const body: z.output<typeof sharedLabel> = {
      service,
      label: { kind, serviceId, name, note, defaultQuestionnaireId, archived, fields: [...fields] },
    };
    const record = { key: `${service} ${key}`, request: null, body, erasedWith: [] };
    return { ...record, removed: entry === undefined, own: entry !== undefined };
  },
  apply: (db, place, records, { unusable, lists, takenOut }) => {
    const { workspaceId, service } = place;
    lists.add('library');
    for (const { key, body: json, removed } of records) {
      const body = readBody(sharedLabel, json);
      if (!body) unusable.push(`library ${key}`);
      if (!body || body.service !== service) continue;
      const { label } = body;
      if (isPending(db, place, 'library', `${label.kind} ${label.serviceId}`)) continue;
      const here = findEntry(db, workspaceId, label);
      if (removed) dropLabel(db, workspaceId, label);
      else storeLabel(db, workspaceId, label);
      const isScrubbed = followScrubbed(db, workspaceId, here?.fields ?? [], label.fields);
      if (isScrubbed || isWithoutSomebody(JSON.stringify(here ?? ''), JSON.stringify(label)))
        takenOut.push(`library ${key}`);
    }
    backfillBatch(db, workspaceId);
  },
  mark: (db, { workspaceId, sharesHistory }, _rows, first) => {
    if (!first || !sharesHistory) return;
    const sql = `INSERT INTO team_pending (workspace_id, kind, key) SELECT workspace_id, 'library', kind || ' ' || service_id
      FROM library WHERE workspace_id = ? AND (name <> '' OR note <> '' OR fields <> '[]')`;
    change(db, sql, workspaceId);
  },
};

function keyOf(key: string): LibraryKey | undefined {
  const kind = LIBRARY_KINDS.find((each) => key.startsWith(`${each} `));
  return kind && { kind, serviceId: key.slice(kind.length + 1) };
}
