import type { DatabaseSync } from 'node:sqlite';
import { integer, statement } from '../operation.ts';
import { blockOf, blocks, type Segment, segmentsOf } from './index-segments.ts';
import { RowBits } from './row-bits.ts';
import { pagesFrom } from './small-segments.ts';
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

/** The page of each segment that a word would stand on. FTS5 lists what the pages begin with; the lowest bit there says something else. */
const WHERE_IT_STANDS = `SELECT place, page, block FROM (
    SELECT key AS place, value AS segment,
      (SELECT pgno >> 1 FROM request_search_idx WHERE segid = value AND term <= ? ORDER BY term DESC LIMIT 1) AS page
    FROM json_each(?))
  CROSS JOIN request_search_data ON id = (segment << 37) + page`;

function collect(db: DatabaseSync, segments: readonly Segment[], word: IndexedWord, into: RowBits): void {
  const wanted = bytesOf(word.text);
  const large = segments.filter((segment) => {
    const pages = pagesFrom(db, segment, wanted);
    const scan = new WordScan(wanted, word.beginning, segment.gone, into);
    pages?.some((block) => scan.page(block));
    return !pages;
  });
  if (large.length > 0) collectFromLarge(db, large, wanted, word.beginning, into);
}

function collectFromLarge(
  db: DatabaseSync,
  segments: readonly Segment[],
  wanted: Uint8Array,
  beginning: boolean,
  into: RowBits,
): void {
  const stands = new Map(
    statement(db, WHERE_IT_STANDS)
      .all(wanted, JSON.stringify(segments.map(({ id }) => id)))
      .map((row) => [integer(row, 'place'), { page: integer(row, 'page'), block: blockOf(row) }]),
  );
  for (const [place, segment] of segments.entries()) {
    const scan = new WordScan(wanted, beginning, segment.gone, into);
    const first = stands.get(place);
    // Pages before the first are there no more: what stood on them was merged into another segment.
    const begun = first !== undefined && first.page >= segment.firstPage;
    if (begun && scan.page(first.block)) continue;
    collectFrom(db, segment, begun ? first.page + 1 : segment.firstPage, scan);
  }
}

/** Pages that are read at once, at first and at most: most words have few rows, some very many. */
const FEWEST_PAGES = 1;
const MOST_PAGES = 64;

function collectFrom(db: DatabaseSync, { id, lastPage }: Segment, from: number, scan: WordScan): void {
  let page = from;
  for (let count = FEWEST_PAGES; page <= lastPage; count = Math.min(MOST_PAGES, count * 2)) {
    const read = blocks(db, id, page, Math.min(lastPage, page + count - 1));
    if (read.some((block) => scan.page(block))) return;
    page += count;
  }
}

/** Before each word FTS5 writes the index that it belongs to: the one of whole words. */
const WHOLE_WORDS = '0';

/** A word as FTS5 stores it. Of all letters that words are made of, it writes one alone in another way. */
function bytesOf(word: string): Uint8Array {
  return Buffer.from(WHOLE_WORDS + word.replaceAll('ς', 'σ'));
}
