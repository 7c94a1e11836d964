import type { DatabaseSync } from 'node:sqlite';
import type {
  ErasureChoice,
  ErasureReceipt,
  FoundImportRow,
  FoundSubmission,
} from '../../../shared/privacy.ts';
import type { ErasedSubject, ErasureStage, ErasureTraces } from '../../privacy/ports.ts';
import { repackSlice } from '../erasure/dictionaries.ts';
import { eraseImportRow, eraseSubmission, namelessIfEmpty } from '../erasure/erase-row.ts';
import { findImportRows, findSubmissions, importsIn } from '../erasure/find-person.ts';
import { mentionsElsewhere, mentionsInRequests } from '../erasure/mentions.ts';
import { personOf } from '../erasure/person.ts';
import { isOld, lastRow } from '../erasure/retained.ts';
import { storedSubjectOf, subjectOf } from '../erasure/subject.ts';
import { subjectPattern } from '../erasure/subject-in-text.ts';
import { BUSY_TIMEOUT_MS } from '../inspect-database.ts';
import {
  all,
  alone,
  change,
  integer,
  integerOrNull,
  one,
  type Row,
  read,
  text,
  textOrNull,
  write,
} from '../operation.ts';
import { stateCode } from '../state-code.ts';

/** What one step does at most: each is a few milliseconds, so that whatever else is written waits no longer. */
const ROWS_LOOKED_AT = 2000;
const ROWS_ERASED = 10;
const IMPORT_ROWS_ERASED = 500;
const ANSWERS_REPACKED = 20;
const INDEX_PAGES_MERGED = 32;

const MOST_RECEIPTS = 500;

export const eraseOperations = {
  /** The largest number of a submission, for those that look through all of them in parts. */
  lastRow: read((db): number => lastRow(db)),

  /** Submissions of a part of all, `after` < row <= `upTo`; `workspaceId`: null for all workspaces. */
  findSubmissions: read(
    (db, search: PersonFields, workspaceId: string | null, after: number, upTo: number): FoundSubmission[] =>
      findSubmissions(db, personOf(search), workspaceId, { after, upTo }),
  ),

  importsIn: read((db, workspaceId: string | null): string[] => importsIn(db, workspaceId)),

  findImportRows: read((db, search: PersonFields, importId: string): FoundImportRow[] =>
    findImportRows(db, personOf(search), importId),
  ),

  /** What would be taken out of other texts if these were erased. */
  subjectOf: read((db, choice: Pick<ErasureChoice, 'search' | 'submissionIds'>): ErasedSubject => {
    const rows = rowsOf(db, choice.submissionIds);
    return { ...subjectOf(db, rows, choice.search), rows };
  }),

  /** How many other texts hold the subject, in a part of all rows; `upTo` 0: in what has no rows. */
  countMentions: read((db, { rows, ...subject }: ErasedSubject, after: number, upTo: number): number => {
    const pattern = subjectPattern(subject);
    if (!pattern) return 0;
    const chosen = new Set(rows);
    return upTo === 0
      ? mentionsElsewhere(db, pattern, false)
      : mentionsInRequests(db, pattern, { after, upTo }, (row) => chosen.has(row), false);
  }),

  /**
   * Decides what an erasure of one person takes: from here on it is carried through, also after a restart. What waits
   * is withdrawn in the same step, so that nobody is called after it. Answers the ids of those that are on their way
   * to the service just now; then nothing was begun. `now`: UTC ms.
   */
  begin: write(
    (
      db,
      id: string,
      choice: ErasureChoice,
      workspaceId: string | null,
      now: number,
    ): { readonly onTheirWay: readonly string[] } => {
      const rows = rowsOf(db, choice.submissionIds);
      const onTheirWay = all(
        db,
        `SELECT id FROM submissions WHERE row IN (SELECT value FROM json_each(?)) AND state IN ('connecting', 'sending')`,
        JSON.stringify(rows),
      ).map((row) => text(row, 'id'));
      if (onTheirWay.length > 0) return { onTheirWay };
      change(
        db,
        `INSERT INTO erasures (id, kind, workspace_id, begun_at, stage, subject) VALUES (?, 'person', ?, ?, 'mentions', ?)`,
        id,
        workspaceId,
        now,
        JSON.stringify(subjectOf(db, rows, choice.search)),
      );
      for (const row of rows) {
        withdraw(db, row, now);
        change(db, 'INSERT INTO erasure_items (erasure, row) VALUES (?, ?)', id, row);
      }
      for (const { importId, rowNumber } of choice.importRows) {
        change(db, 'INSERT OR IGNORE INTO erasure_import_rows VALUES (?, ?, ?)', id, importId, rowNumber);
      }
      return { onTheirWay };
    },
  ),

  /** Does the next few milliseconds of an erasure; answers where it stands then. */
  step: write((db, id: string): ErasureStage => {
    const erasure = erasureOf(db, id);
    if (!erasure) return 'done';
    STEPS[erasure.stage](db, erasure);
    return erasureOf(db, id)?.stage ?? 'done';
  }),

  /** What an erasure took of workspaces of the practice service, whose own store has it, too. */
  traces: read((db, id: string): ErasureTraces => {
    const items = all(db, 'SELECT request_id, idempotency_key FROM erasure_items WHERE erasure = ?', id);
    return {
      requestIds: items.flatMap((row) => textOrNull(row, 'request_id') ?? []),
      idempotencyKeys: items.flatMap((row) => textOrNull(row, 'idempotency_key') ?? []),
    };
  }),

  /** The practice service has erased its own. */
  erasedElsewhere: write((db, id: string): void => moveTo(db, id, 'overwrite')),

  /**
   * Writes the whole file anew: SQLite leaves copies of what it moved between pages in their unused parts. Takes about
   * a second for a hundred megabytes, in which nothing else is written. Answers false where another program keeps
   * the old bytes in the journal; then it is to be tried again.
   */
  overwrite: alone((db, id: string): boolean => {
    db.exec('BEGIN IMMEDIATE');
    change(db, 'UPDATE erasures SET subject = NULL WHERE id = ?', id);
    change(db, 'DELETE FROM erasure_items WHERE erasure = ?', id);
    change(db, 'DELETE FROM erasure_import_rows WHERE erasure = ?', id);
    // Which sentences nobody's history says any more is known only from all histories.
    change(db, 'DELETE FROM phrases WHERE code NOT IN (SELECT phrase FROM history)');
    db.exec('COMMIT');
    // Whoever keeps it busy is not waited for here, where everything else would wait, too.
    db.exec('PRAGMA busy_timeout = 0');
    try {
      if (!writtenAnew(db)) return false;
      const journal = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
      return journal?.['busy'] === 0;
    } finally {
      db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }),

  finish: write((db, id: string, now: number): void => {
    change(db, `UPDATE erasures SET stage = 'done', finished_at = ? WHERE id = ?`, now, id);
  }),

  /** Erasures that were begun and are not finished, the oldest first. */
  unfinished: read((db): string[] =>
    all(db, 'SELECT id FROM erasures WHERE finished_at IS NULL ORDER BY begun_at, id').map((row) =>
      text(row, 'id'),
    ),
  ),

  /** How many submissions are on their way to a service at this moment. */
  onTheWire: read((db): number => {
    const row = one(
      db,
      `SELECT count(*) AS n FROM submissions
       WHERE state NOT IN ('accepted', 'discarded') AND state IN ('connecting', 'sending')`,
    );
    return row ? integer(row, 'n') : 0;
  }),

  /** The latest erasures, the newest first. */
  receipts: read((db): ErasureReceipt[] =>
    all(db, `${RECEIPTS} ORDER BY begun_at DESC, id LIMIT ${MOST_RECEIPTS}`).map(rowToReceipt),
  ),

  receipt: read((db, id: string): ErasureReceipt | undefined => {
    const row = one(db, `${RECEIPTS} WHERE erasures.id = ?`, id);
    return row && rowToReceipt(row);
  }),
};

type PersonFields = ErasureChoice['search'];

const RECEIPTS = `SELECT erasures.*, workspaces.name AS workspace FROM erasures
  LEFT JOIN workspaces ON workspaces.id = erasures.workspace_id`;

interface Erasure {
  readonly id: string;
  readonly kind: ErasureReceipt['kind'];
  readonly stage: ErasureStage;
  readonly cursor: number;
  readonly subject: string | null;
  readonly days: number;
  readonly begunAt: number;
}

/** Each does a part of its stage, and moves on to the next one once there is nothing left of it. */
const STEPS: Readonly<Record<ErasureStage, (db: DatabaseSync, erasure: Erasure) => void>> = {
  mentions: scrubMentions,
  rows: eraseRows,
  import_rows: eraseImportRows,
  dictionaries: (db, { id }) => {
    if (!repackSlice(db, ANSWERS_REPACKED)) moveTo(db, id, 'sentences');
  },
  sentences: eraseTags,
  index: mergeIndex,
  elsewhere: () => undefined,
  overwrite: () => undefined,
  done: () => undefined,
};

function scrubMentions(db: DatabaseSync, { id, cursor, subject }: Erasure): void {
  const pattern = subjectPattern(storedSubjectOf(subject));
  const last = lastRow(db);
  if (!pattern || cursor > last) {
    moveTo(db, id, 'rows');
    return;
  }
  const isChosen = (row: number): boolean =>
    one(db, 'SELECT 1 FROM erasure_items WHERE erasure = ? AND row = ?', id, row) !== undefined;
  const upTo = cursor + ROWS_LOOKED_AT;
  const found =
    (cursor === 0 ? mentionsElsewhere(db, pattern, true) : 0) +
    mentionsInRequests(db, pattern, { after: cursor, upTo }, isChosen, true);
  change(db, 'UPDATE erasures SET mentions = mentions + ?, cursor = ? WHERE id = ?', found, upTo, id);
}

function eraseRows(db: DatabaseSync, { id, kind, days, begunAt }: Erasure): void {
  const items = all(
    db,
    'SELECT row FROM erasure_items WHERE erasure = ? AND done = 0 ORDER BY row LIMIT ?',
    id,
    ROWS_ERASED,
  );
  for (const item of items) {
    const row = integer(item, 'row');
    const wanted = kind === 'person' || isOld(db, row, days, begunAt);
    const erased = wanted ? eraseSubmission(db, row) : undefined;
    change(
      db,
      'UPDATE erasure_items SET done = 1, request_id = ?, idempotency_key = ? WHERE erasure = ? AND row = ?',
      erased?.requestId ?? null,
      erased?.idempotencyKey ?? null,
      id,
      row,
    );
    if (!erased) continue;
    change(
      db,
      'UPDATE erasures SET requests = requests + ?, submissions = submissions + ?, notes = notes + ? WHERE id = ?',
      Number(erased.request),
      Number(!erased.request),
      Number(erased.notes),
      id,
    );
  }
  if (items.length < ROWS_ERASED) moveTo(db, id, 'import_rows');
}

function eraseImportRows(db: DatabaseSync, { id }: Erasure): void {
  const rows = all(
    db,
    'SELECT import_id, row_number FROM erasure_import_rows WHERE erasure = ? LIMIT ?',
    id,
    IMPORT_ROWS_ERASED,
  );
  for (const row of rows) {
    const key = [text(row, 'import_id'), integer(row, 'row_number')] as const;
    const erased = eraseImportRow(db, ...key);
    change(db, 'UPDATE erasures SET import_rows = import_rows + ? WHERE id = ?', Number(erased), id);
    change(
      db,
      'DELETE FROM erasure_import_rows WHERE erasure = ? AND import_id = ? AND row_number = ?',
      id,
      ...key,
    );
  }
  if (rows.length === IMPORT_ROWS_ERASED) return;
  for (const each of importsIn(db, null)) namelessIfEmpty(db, each);
  moveTo(db, id, 'dictionaries');
}

/** Tags that nobody has; the sentences of the history go when the file is written anew. */
function eraseTags(db: DatabaseSync, { id }: Erasure): void {
  change(
    db,
    `DELETE FROM facets WHERE kind = 'tag' AND NOT EXISTS (SELECT 1 FROM request_tags WHERE tag = facets.code)`,
  );
  moveTo(db, id, 'index');
}

/**
 * The search only marks as deleted what it held of a request: the words go when its parts are merged (sqlite.org/fts5
 * §6.9). The first time, with a negative number, all parts are set to be merged into one.
 */
function mergeIndex(db: DatabaseSync, { id, cursor }: Erasure): void {
  const before = totalChanges(db);
  const pages = cursor === 0 ? -INDEX_PAGES_MERGED : INDEX_PAGES_MERGED;
  change(db, `INSERT INTO request_search (request_search, rank) VALUES ('merge', ?)`, pages);
  if (totalChanges(db) - before < 2) moveTo(db, id, 'elsewhere');
  else change(db, 'UPDATE erasures SET cursor = cursor + 1 WHERE id = ?', id);
}

/** False where another process, or the making of a backup, reads or writes just now (SQLITE_BUSY, SQLITE_LOCKED). */
function writtenAnew(db: DatabaseSync): boolean {
  try {
    db.exec('VACUUM');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && [5, 6].includes(Number(error.errcode) & 0xff))
      return false;
    throw error;
  }
}

function totalChanges(db: DatabaseSync): number {
  const row = one(db, 'SELECT total_changes() AS n');
  return row ? integer(row, 'n') : 0;
}

function moveTo(db: DatabaseSync, id: string, stage: ErasureStage): void {
  change(db, 'UPDATE erasures SET stage = ?, cursor = 0 WHERE id = ?', stage, id);
}

/**
 * Nothing of what is to be erased goes out any more: the queue's own changes are made on top of an older revision. It
 * needs no entry in the history, which goes with it.
 */
function withdraw(db: DatabaseSync, row: number, now: number): void {
  change(
    db,
    `UPDATE submissions SET state_code = ${stateCode('discarded')}, revision = revision + 1, updated_at = ?
     WHERE row = ? AND state IN ('draft', 'queued', 'held', 'rejected', 'unconfirmed')`,
    now,
    row,
  );
}

function rowsOf(db: DatabaseSync, submissionIds: readonly string[]): number[] {
  return all(
    db,
    'SELECT row FROM submissions WHERE id IN (SELECT value FROM json_each(?)) ORDER BY row',
    JSON.stringify(submissionIds),
  ).map((row) => integer(row, 'row'));
}

function erasureOf(db: DatabaseSync, id: string): Erasure | undefined {
  const row = one(db, 'SELECT * FROM erasures WHERE id = ?', id);
  if (!row) return undefined;
  const stage = text(row, 'stage');
  if (!isStage(stage)) throw new TypeError(`Unknown stage of an erasure: ${stage}`);
  return {
    id,
    kind: kindOf(row),
    stage,
    cursor: integer(row, 'cursor'),
    subject: textOrNull(row, 'subject'),
    days: integerOrNull(row, 'days') ?? 0,
    begunAt: integer(row, 'begun_at'),
  };
}

function isStage(stage: string): stage is ErasureStage {
  return Object.hasOwn(STEPS, stage);
}

function kindOf(row: Row): ErasureReceipt['kind'] {
  return row['kind'] === 'person' ? 'person' : 'retention';
}

function rowToReceipt(row: Row): ErasureReceipt {
  return {
    id: text(row, 'id'),
    kind: kindOf(row),
    begunAt: integer(row, 'begun_at'),
    finishedAt: integerOrNull(row, 'finished_at'),
    workspace: textOrNull(row, 'workspace'),
    days: integerOrNull(row, 'days'),
    requests: integer(row, 'requests'),
    submissions: integer(row, 'submissions'),
    notes: integer(row, 'notes'),
    importRows: integer(row, 'import_rows'),
    mentions: integer(row, 'mentions'),
  };
}
