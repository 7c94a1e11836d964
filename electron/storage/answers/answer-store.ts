import type { DatabaseSync } from 'node:sqlite';
import { all, change, integer, one, type Row, text } from '../operation.ts';
import { dictionaryFrom, FIRST_DICTIONARY } from './answer-dictionary.ts';
import { pack, unpack } from './packed-answer.ts';

/** A dictionary is made when a workspace has so many results, and anew at sixteen times as many, and so on. */
const FIRST_MADE_AT = 32;
const MADE_AGAIN_AT = 16;
/** Whether it is time is looked at for every so many answers. */
const LOOKED_AT_EVERY = 16;
/**
 * Answers of fewer letters say little more than that there is nothing yet. The first dictionary has those words, and reading
 * a large one in would take five times as long as packing.
 */
const SHORT = 200;
/** Answers that go into a dictionary, at most. */
const SAMPLES = 60;

/** The last answer to a request, letter by letter; null before the first. */
export function readAnswer(db: DatabaseSync, row: number): string | null {
  const stored = one(
    db,
    `SELECT dictionary, packed, request_id FROM answers JOIN submissions ON submissions.row = answers.row
     WHERE answers.row = ?`,
    row,
  );
  return stored ? unpackedAnswer(db, stored) : null;
}

/** An answer as it was read from the table: `dictionary` and `packed` of it, `request_id` of its submission. */
export function unpackedAnswer(db: DatabaseSync, stored: Row): string {
  const { packed } = stored;
  if (!(packed instanceof Uint8Array)) throw new TypeError('A packed answer is malformed.');
  return unpack(packed, dictionaryBytes(db, integer(stored, 'dictionary')), text(stored, 'request_id'));
}

/** Stores an answer in place of the one before; part of the caller's transaction. */
export function writeAnswer(db: DatabaseSync, workspace: number, row: number, answer: string): void {
  if (row % LOOKED_AT_EVERY === 0) renewDictionary(db, workspace);
  storePacked(db, row, answer, answer.length < SHORT ? 0 : newestDictionary(db, workspace));
}

/** Stores an answer packed with a certain dictionary, 0 for the first. */
export function storePacked(db: DatabaseSync, row: number, answer: string, dictionary: number): void {
  const submission = one(db, 'SELECT request_id FROM submissions WHERE row = ?', row);
  if (!submission) throw new Error('Only requests have answers.');
  change(
    db,
    `INSERT INTO answers (row, dictionary, packed) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET dictionary = excluded.dictionary, packed = excluded.packed`,
    row,
    dictionary,
    pack(answer, dictionaryBytes(db, dictionary), text(submission, 'request_id')),
  );
}

/** Adds a dictionary; answers its id. */
export function addDictionary(
  db: DatabaseSync,
  workspace: number,
  answers: readonly string[],
  resultsSoFar: number,
): number {
  const made = one(
    db,
    'INSERT INTO answer_dictionaries (workspace, made_at_count, bytes) VALUES (?, ?, ?) RETURNING id',
    workspace,
    resultsSoFar,
    dictionaryFrom(answers),
  );
  if (!made) throw new Error('A dictionary was not stored.');
  return integer(made, 'id');
}

/** The dictionary that new answers are packed with; 0 for the first. */
export function newestDictionary(db: DatabaseSync, workspace: number): number {
  const row = one(
    db,
    'SELECT id FROM answer_dictionaries WHERE workspace = ? AND retired = 0 ORDER BY id DESC LIMIT 1',
    workspace,
  );
  return row ? integer(row, 'id') : 0;
}

/** Learns from the latest answers once there are many more than when it was done last. */
function renewDictionary(db: DatabaseSync, workspace: number): void {
  const counts = one(
    db,
    `SELECT coalesce((SELECT sum(n) FROM request_counts WHERE workspace = ?1 AND has_results = 1), 0) AS results,
       coalesce((SELECT max(made_at_count) FROM answer_dictionaries WHERE workspace = ?1), 0) AS made_at`,
    workspace,
  );
  if (!counts) return;
  if (integer(counts, 'results') >= integer(counts, 'made_at') * MADE_AGAIN_AT) makeDictionary(db, workspace);
}

/** Makes a dictionary of the latest answers of a workspace; 0, the first, while it has too few. */
export function makeDictionary(db: DatabaseSync, workspace: number): number {
  const counted = one(
    db,
    'SELECT coalesce(sum(n), 0) AS results FROM request_counts WHERE workspace = ? AND has_results = 1',
    workspace,
  );
  const results = counted ? integer(counted, 'results') : 0;
  if (results < FIRST_MADE_AT) return 0;
  const samples = all(
    db,
    `SELECT answers.dictionary, answers.packed, submissions.request_id
     FROM tracked INDEXED BY tracked_by_changed
     JOIN answers ON answers.row = tracked.row JOIN submissions ON submissions.row = tracked.row
     WHERE tracked.workspace = ? AND tracked.has_results = 1 ORDER BY tracked.changed_at DESC LIMIT ${SAMPLES}`,
    workspace,
  ).map((sample) => unpackedAnswer(db, sample));
  return addDictionary(db, workspace, samples, results);
}

/** Dictionaries were taken away: what is remembered of them is read anew. */
export function forgetDictionaries(db: DatabaseSync): void {
  dictionaries.delete(db);
}

const dictionaries = new WeakMap<DatabaseSync, Map<number, Uint8Array>>();

function dictionaryBytes(db: DatabaseSync, id: number): Uint8Array {
  if (id === 0) return FIRST_DICTIONARY;
  const kept = dictionaries.get(db) ?? new Map<number, Uint8Array>();
  dictionaries.set(db, kept);
  const known = kept.get(id);
  if (known) return known;
  const bytes = one(db, 'SELECT bytes FROM answer_dictionaries WHERE id = ?', id)?.['bytes'];
  if (!(bytes instanceof Uint8Array)) throw new Error(`The dictionary ${id} of packed answers is missing.`);
  // Within a transaction it may be one that is rolled back, and its id another's later.
  if (!db.isTransaction) kept.set(id, bytes);
  return bytes;
}
