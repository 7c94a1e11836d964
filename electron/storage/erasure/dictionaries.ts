import type { DatabaseSync } from 'node:sqlite';
import type { Json } from '../../../shared/request.ts';
import { resultsIn } from '../../tracking/read-results.ts';
import {
  forgetDictionaries,
  makeDictionary,
  newestDictionary,
  readAnswer,
  storePacked,
} from '../answers/answer-store.ts';
import { all, change, integer, one, type Row, text } from '../operation.ts';

/** A sentence at least: shorter texts of a result ("Yes", "Good") are no trace of anybody. */
const SENTENCE_LETTERS = 24;

/**
 * Dictionaries are made of answers. Those in which something of this request stands are used no more:
 * {@link repackSlice} packs what they packed anew, and takes them away. Part of the caller's transaction.
 */
export function retireDictionaries(
  db: DatabaseSync,
  row: number,
  workspace: number,
  marks: readonly string[],
): void {
  const dictionaries = all(
    db,
    'SELECT id, bytes FROM answer_dictionaries WHERE workspace = ? AND retired = 0',
    workspace,
  );
  if (dictionaries.length === 0) return;
  const named = marks.filter((mark) => mark !== '');
  const sentences = sentencesOf(db, row);
  for (const dictionary of dictionaries) {
    const bytes = bytesOf(dictionary);
    const holds =
      named.some((mark) => bytes.includes(mark)) || sentences.some((each) => standsOnce(bytes, each));
    if (!holds) continue;
    change(db, 'UPDATE answer_dictionaries SET retired = 1 WHERE id = ?', integer(dictionary, 'id'));
  }
}

/** Packs so many answers anew that a retired dictionary packed; false once there are no retired ones left. */
export function repackSlice(db: DatabaseSync, limit: number): boolean {
  const retired = one(db, 'SELECT id, workspace FROM answer_dictionaries WHERE retired = 1 LIMIT 1');
  if (!retired) return false;
  const [id, workspace] = [integer(retired, 'id'), integer(retired, 'workspace')];
  const next = newestDictionary(db, workspace) || makeDictionary(db, workspace);
  const rows = all(db, 'SELECT row FROM answers WHERE dictionary = ? LIMIT ?', id, limit);
  for (const each of rows) {
    const row = integer(each, 'row');
    storePacked(db, row, readAnswer(db, row) ?? '', next);
  }
  if (rows.length < limit) {
    change(db, 'DELETE FROM answer_dictionaries WHERE id = ?', id);
    // The number may be given again.
    forgetDictionaries(db);
  }
  return true;
}

/** What stands in a dictionary more than once is said of several requests, and so of nobody. */
function standsOnce(bytes: Buffer, sentence: string): boolean {
  const at = bytes.indexOf(sentence);
  return at >= 0 && !bytes.includes(sentence, at + 1);
}

function sentencesOf(db: DatabaseSync, row: number): string[] {
  const sentences: string[] = [];
  const walk = (value: Json): void => {
    if (typeof value === 'string') {
      // As it stands in the answer: JSON writes some letters with a backslash.
      if (value.length >= SENTENCE_LETTERS) sentences.push(JSON.stringify(value).slice(1, -1));
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk);
  };
  const results = resultsIn(readAnswer(db, row));
  if (results !== undefined) walk(results);
  return sentences;
}

function bytesOf(row: Row): Buffer {
  const { bytes } = row;
  if (!(bytes instanceof Uint8Array)) throw new TypeError('A dictionary of packed answers is malformed.');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** What stands in the answers and submissions of a request and nowhere else. */
export function marksOf(submission: Row): string[] {
  return ['candidate_name', 'phone_number', 'resume_url', 'request_id']
    .filter((column) => submission[column] !== null)
    .map((column) => text(submission, column));
}
