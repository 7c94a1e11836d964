import type { DatabaseSync } from 'node:sqlite';
import { statement } from '../operation.ts';
import { type Segment, segmentsOf } from './index-segments.ts';
import { RowBits } from './row-bits.ts';
import { pagesFrom } from './segment-pages.ts';
import { WordScan } from './word-scan.ts';

/** A word of the search index, or all words that begin like it. */
export interface IndexedWord {
  readonly text: string;
  readonly beginning: boolean;
}

/**
 * The rows below `end` that have any of these words: what MATCH finds, read from the pages of FTS5
 * directly. MATCH hands over row by row, and first brings the rows of all words with a beginning into one order, which is
 * fifteen times as slow where half of all rows match. Undefined where that cannot be: within a transaction, whose words FTS5
 * has not stored yet, and where the index has a form that is not known here.
 */
export function rowsWithAny(
  db: DatabaseSync,
  words: readonly IndexedWord[],
  end: number,
): RowBits | undefined {
  if (db.isTransaction) return undefined;
  // What another process writes meanwhile is not seen.
  statement(db, 'BEGIN').run();
  try {
    const segments = segmentsOf(db);
    if (!segments) return undefined;
    const rows = new RowBits(end);
    for (const word of words) collect(db, segments, word, rows);
    return rows;
  } finally {
    statement(db, 'COMMIT').run();
  }
}

function collect(db: DatabaseSync, segments: readonly Segment[], word: IndexedWord, into: RowBits): void {
  const wanted = bytesOf(word.text);
  const asText = wanted.toString('latin1');
  for (const segment of segments) {
    const scan = new WordScan(wanted, word.beginning, segment.gone, into);
    for (const page of pagesFrom(db, segment, asText)) if (scan.page(page)) break;
  }
}

/** Before each word FTS5 writes the index that it belongs to: the one of whole words. */
const WHOLE_WORDS = '0';

/** A word as FTS5 stores it. Of all letters that words are made of, it writes one alone in another way. */
function bytesOf(word: string): Buffer {
  return Buffer.from(WHOLE_WORDS + word.replaceAll('ς', 'σ'));
}
