import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { callKey } from '../../../shared/call-key.ts';
import { VERDICTS } from '../../../shared/request.ts';
import { MAX_NOTES_LENGTH, MAX_REASON_LENGTH, MAX_TAG_LENGTH } from '../../../shared/request-filter.ts';
import { isUuidShaped } from '../../../shared/submission.ts';
import { readBody, requestKey } from '../../team/shared-records.ts';
import { ERASED, isWithoutSomebody } from '../erasure/subject-in-text.ts';
import { all, change, integer, one, oneOf, type Row, text, textOrNull, upsert } from '../operation.ts';
import { facetId } from '../requests/facets.ts';
import { storedResults } from '../requests/results-backfill.ts';
import { indexRequest } from '../requests/search.ts';
import type { Applied, ReadRecord, RecordKind, RowRange, TeamRecord } from './record-kinds.ts';
import type { TeamPlace } from './team-place.ts';

/**
 * What people say of a request: a verdict and a note each, and tags, which are everybody's. One's own, also from another
 * computer with the same login, are in `requests.verdict` and `notes`; those of colleagues in `colleague_marks`.
 */

const time = z.int();

const sharedVerdict = z.object({
  verdict: z.enum(VERDICTS),
  at: time,
  reason: z.string().max(MAX_REASON_LENGTH),
  /** The row of `first_verdicts`: whoever has given one sees the rest on each of their computers. */
  first: z
    .object({ verdict: z.enum(VERDICTS), at: time, by: z.string(), seen: z.boolean(), covered: z.boolean() })
    .nullable(),
});
const sharedNote = z.object({ text: z.string().max(MAX_NOTES_LENGTH), at: time });
/** '' once it was taken off; with somebody whom it mentioned, {@link ERASED}. */
const sharedTag = z.object({ tag: z.string().max(MAX_TAG_LENGTH) });

/** The key is the request's id. */
export const verdictKind: RecordKind = {
  read: (db, place, requestId) => {
    const request = requestHere(db, place, 'request_id', requestId);
    const given = request && lastOwnEvent(db, request.row, ['verdict_set']);
    if (!request || !given) return undefined;
    const first = one(db, 'SELECT * FROM first_verdicts WHERE row = ?', request.row);
    const { verdict } = request;
    const body: z.output<typeof sharedVerdict> = {
      verdict,
      at: integer(given, 'at'),
      reason: textOrNull(given, 'reason') ?? '',
      first: first
        ? {
            verdict: oneOf(first, 'verdict', VERDICTS),
            at: integer(first, 'at'),
            by: text(first, 'given_by'),
            seen: integer(first, 'seen') === 1,
            covered: integer(first, 'covered') === 1,
          }
        : null,
    };
    return recordOf(place, request, '', body, verdict === 'none');
  },
  apply: (db, place, records, applied) =>
    eachMark(
      db,
      place,
      records,
      applied,
      sharedVerdict,
      ({ row, requestId }, { verdict, at, reason, first }, record) => {
        if (record.login !== place.login) {
          const sql = 'SELECT reason AS text FROM colleague_marks WHERE row = ? AND login = ?';
          noteTakenOut(db, applied, record, reason, sql, row, record.login);
          upsert(db, 'colleague_marks', { row, login: record.login }, { verdict, verdict_at: at, reason });
          return;
        }
        if (isPending(db, place, 'verdict', requestId)) return;
        change(db, 'UPDATE requests SET verdict = ? WHERE row = ?', verdict, row);
        if (!first) return;
        change(
          db,
          `INSERT OR IGNORE INTO first_verdicts (row, verdict, at, given_by, seen, covered) VALUES (?, ?, ?, ?, ?, ?)`,
          ...[row, first.verdict, first.at, first.by, Number(first.seen), Number(first.covered)],
        );
      },
    ),
  mark: (db, place, rows) => markRequests(db, place, rows, 'verdict', "requests.verdict <> 'none'"),
};

/** The key is the request's id. */
export const noteKind: RecordKind = {
  read: (db, place, requestId) => {
    const request = requestHere(db, place, 'request_id', requestId);
    if (!request) return undefined;
    const found = one(db, 'SELECT text FROM notes WHERE row = ?', request.row);
    const note = found ? text(found, 'text') : '';
    const written = lastOwnEvent(db, request.row, ['notes_written', 'notes_changed', 'notes_removed']);
    const body = { text: note, at: written ? integer(written, 'at') : request.acceptedAt };
    return recordOf(place, request, '', body, note === '');
  },
  apply: (db, place, records, applied) =>
    eachMark(db, place, records, applied, sharedNote, ({ row, requestId }, { text: note, at }, record) => {
      if (record.login !== place.login) {
        const sql = 'SELECT note AS text FROM colleague_marks WHERE row = ? AND login = ?';
        noteTakenOut(db, applied, record, note, sql, row, record.login);
        upsert(db, 'colleague_marks', { row, login: record.login }, { note, note_at: at });
      } else {
        if (isPending(db, place, 'note', requestId)) return;
        noteTakenOut(db, applied, record, note, 'SELECT text FROM notes WHERE row = ?', row);
        if (note === '') change(db, 'DELETE FROM notes WHERE row = ?', row);
        else upsert(db, 'notes', { row }, { text: note });
      }
      // The search finds what is noted.
      indexRequest(db, row, storedResults(db, row));
    }),
  mark: (db, place, rows) =>
    markRequests(db, place, rows, 'note', 'EXISTS (SELECT 1 FROM notes WHERE notes.row = requests.row)'),
};

/** The key is the submission's id, and after a space the tag's facet or, of one that has none any more, `#` and its digest. */
export const tagKind: RecordKind = {
  read: (db, place, key) => {
    const space = key.indexOf(' ');
    const [submissionId, tagged] = [key.slice(0, space), key.slice(space + 1)];
    const request = requestHere(db, place, 'submission_id', submissionId);
    const digest = tagged.startsWith('#') ? tagged.slice(1) : digestOfFacet(db, tagged);
    if (!request || digest === undefined) return undefined;
    const tag = tagsOf(db, request.row).find((each) => digestOf(each) === digest);
    const isThere = tag !== undefined;
    const gone = tagged.startsWith('#') ? ERASED : '';
    const record = recordOf(place, request, ` ${digest}`, { tag: tag ?? gone }, !isThere);
    // Nobody has to take off what nobody shared.
    return isThere ? record : { ...record, own: false };
  },
  apply: (db, place, records, applied) =>
    eachMark(db, place, records, applied, sharedTag, ({ row, submissionId }, body, { key, removed }) => {
      const { workspaceId } = place;
      const tag = removed ? tagsOf(db, row).find((each) => key.endsWith(digestOf(each))) : body.tag;
      if (!tag) return;
      const names = [`${facetId(db, workspaceId, 'tag', tag)}`, `#${digestOf(tag)}`];
      if (names.some((of) => isPending(db, place, 'tag', `${submissionId} ${of}`))) return;
      if (removed) {
        if (body.tag === ERASED) applied.takenOut.push(`tag ${key}`);
        const sql = 'DELETE FROM request_tags WHERE workspace_id = ? AND tag = ? AND row = ?';
        change(db, sql, workspaceId, tag, row);
        return;
      }
      const sql = 'INSERT OR IGNORE INTO request_tags (workspace_id, tag, row) VALUES (?, ?, ?)';
      change(db, sql, workspaceId, tag, row);
    }),
  mark: (db, place, { from, before }) => {
    const sql = `INSERT INTO team_pending (workspace_id, kind, key)
      SELECT requests.workspace_id, 'tag', submissions.id || ' ' || facets.id
      FROM teams JOIN requests ON +requests.workspace_id = teams.workspace_id
      CROSS JOIN request_tags ON request_tags.row = requests.row
      CROSS JOIN facets ON facets.workspace_id = requests.workspace_id AND facets.kind = 'tag'
        AND facets.value = request_tags.tag
      CROSS JOIN submissions ON submissions.row = requests.row
      WHERE teams.workspace_id = ? AND requests.row >= ? AND requests.row < ? AND ${IS_TEAMS}`;
    change(db, sql, place.workspaceId, from, before);
  },
};

/** Notes whom a colleague took out of a text that `sql` gives as it is here. */
function noteTakenOut(
  db: DatabaseSync,
  { takenOut }: Applied,
  { kind, key }: TeamRecord,
  written: string,
  sql: string,
  ...values: (string | number)[]
): void {
  if (!written.includes(ERASED)) return;
  const here = one(db, sql, ...values);
  if (here && isWithoutSomebody(textOrNull(here, 'text') ?? '', written)) takenOut.push(`${kind} ${key}`);
}

/** A tag in a key: of one that was taken off, its words aren't kept. */
function digestOf(tag: string): string {
  return createHash('sha256').update(tag).digest('hex').slice(0, 32);
}

function digestOfFacet(db: DatabaseSync, id: string): string | undefined {
  const facet = one(db, 'SELECT value FROM facets WHERE id = ?', Number(id));
  return facet && digestOf(text(facet, 'value'));
}

/** Before tags lose their facets: of those that were taken off, what is yet to be told keeps the digest alone. */
export function keepDigestsOfTags(db: DatabaseSync): void {
  const sql = `SELECT team_pending.id, key, value FROM team_pending JOIN facets ON facets.id = substr(key, instr(key, ' ') + 1)
    WHERE team_pending.kind = 'tag' AND NOT EXISTS (
      SELECT 1 FROM request_tags WHERE workspace_id = facets.workspace_id AND tag = facets.value)`;
  for (const row of all(db, sql)) {
    const key = text(row, 'key');
    const kept = `${key.slice(0, key.indexOf(' '))} #${digestOf(text(row, 'value'))}`;
    change(db, 'UPDATE team_pending SET key = ? WHERE id = ?', kept, integer(row, 'id'));
  }
}

function tagsOf(db: DatabaseSync, row: number): string[] {
  return all(db, 'SELECT tag FROM request_tags WHERE row = ?', row).map((each) => text(each, 'tag'));
}

/**
 * A condition on a submission and its `teams`: what happened to it (`at`) was before its workspace joined. Of what waited then,
 * the clock decides.
 */
export function isFromBefore(row: string, at: string): string {
  return `(${row} <= joined_row AND ${at} < joined_at)`;
}

/** A condition on one of `requests` and its `teams`: it is the team's, or is to be. */
export const IS_SHARED = `(shares_history = 1 OR NOT ${isFromBefore('requests.row', 'accepted_at')} OR team_has IS computer_id)`;
/** The same, or a colleague made it. */
const IS_TEAMS = `(colleague IS NOT NULL OR ${IS_SHARED})`;

function markRequests(
  db: DatabaseSync,
  place: TeamPlace,
  { from, before }: RowRange,
  kind: string,
  condition: string,
): void {
  const sql = `INSERT INTO team_pending (workspace_id, kind, key) SELECT teams.workspace_id, ?, request_id
    FROM teams JOIN requests ON +requests.workspace_id = teams.workspace_id
    WHERE teams.workspace_id = ? AND row >= ? AND row < ? AND ${IS_TEAMS} AND ${condition}`;
  change(db, sql, kind, place.workspaceId, from, before);
}

interface MarkedRequest {
  readonly row: number;
  readonly requestId: string;
  readonly submissionId: string;
  readonly phone: string;
  readonly verdict: (typeof VERDICTS)[number];
  readonly acceptedAt: number;
  readonly isTeams: boolean;
}

function requestHere(
  db: DatabaseSync,
  place: TeamPlace,
  by: 'request_id' | 'submission_id',
  id: string,
): MarkedRequest | undefined {
  const column = by === 'request_id' ? 'requests.request_id' : 'submissions.id';
  const sql = `SELECT requests.row, requests.request_id, submissions.id, submissions.phone_number, requests.verdict,
      requests.accepted_at, ${IS_TEAMS} AS is_teams
    FROM requests JOIN submissions ON submissions.row = requests.row
      JOIN teams ON teams.workspace_id = requests.workspace_id
    WHERE ${column} = ? AND requests.workspace_id = ?`;
  const row = one(db, sql, id, place.workspaceId);
  return (
    row && {
      row: integer(row, 'row'),
      requestId: text(row, 'request_id'),
      submissionId: text(row, 'id'),
      phone: text(row, 'phone_number'),
      verdict: oneOf(row, 'verdict', VERDICTS),
      acceptedAt: integer(row, 'accepted_at'),
      isTeams: integer(row, 'is_teams') === 1,
    }
  );
}

function recordOf(
  { service }: TeamPlace,
  { requestId, submissionId, phone, isTeams }: MarkedRequest,
  suffix: string,
  body: unknown,
  removed: boolean,
): ReadRecord {
  return {
    key: `${requestKey(service, requestId, submissionId)}${suffix}`,
    request: requestId,
    body,
    removed,
    own: isTeams,
    erasedWith: [requestKey(service, requestId, submissionId), callKey(phone)],
  };
}

/** The last event of one of these kinds that happened here, with its reason. */
function lastOwnEvent(db: DatabaseSync, row: number, codes: readonly string[]): Row | undefined {
  const sql = `SELECT at, values_json ->> '$.reason' AS reason FROM history
    WHERE row = ? AND colleague IS NULL AND code IN (SELECT value FROM json_each(?)) ORDER BY ordinal DESC LIMIT 1`;
  return one(db, sql, row, JSON.stringify(codes));
}

/** Stores each record whose request is here; the others come with their request (electron/team/team-sync.ts). */
function eachMark<Body>(
  db: DatabaseSync,
  place: TeamPlace,
  records: readonly TeamRecord[],
  { requestIds, unusable }: Applied,
  schema: z.ZodType<Body>,
  store: (request: MarkedRequest, body: Body, record: TeamRecord) => void,
): void {
  for (const record of records) {
    const request = requestOf(db, place, record);
    if (!request) continue;
    const body = readBody(schema, record.body);
    if (body === undefined) {
      unusable.push(`${record.kind} ${record.key}`);
      continue;
    }
    store(request, body, record);
    requestIds.push(request.requestId);
  }
}

function requestOf(
  db: DatabaseSync,
  place: TeamPlace,
  { request: id, key }: TeamRecord,
): MarkedRequest | undefined {
  if (id === null) return undefined;
  const written = isUuidShaped(id) ? [id, id.toLowerCase(), id.toUpperCase()] : [id];
  for (const each of written) {
    const request = requestHere(db, place, 'request_id', each);
    if (request && key.startsWith(`${requestKey(place.service, request.requestId, request.submissionId)} `))
      return request;
  }
  return undefined;
}

/** Whether what is here by this key has yet to be sent: it is later than what the team has. */
export function isPending(db: DatabaseSync, { workspaceId }: TeamPlace, kind: string, key: string): boolean {
  const sql = 'SELECT 1 FROM team_pending WHERE workspace_id = ? AND kind = ? AND key = ?';
  return one(db, sql, workspaceId, kind, key) !== undefined;
}
