import type { DatabaseSync } from 'node:sqlite';
import { statement } from '../operation.ts';
import { blocks, type Segment } from './index-segments.ts';

/** Segments of so many pages are kept in memory: most are as small, and to ask SQLite for each costs more than to look into it. */
const MOST_PAGES = 16;

interface SmallSegment {
  /** What pages begin with, rising, byte by byte a character; and which pages. */
  readonly words: readonly string[];
  readonly pages: readonly number[];
  readonly blocks: readonly Uint8Array[];
}

const known = new WeakMap<Segment, SmallSegment>();

/** The pages of a small segment from the one on that a word would stand on; undefined for one that is not small. */
export function pagesFrom(
  db: DatabaseSync,
  segment: Segment,
  wanted: Uint8Array,
): readonly Uint8Array[] | undefined {
  const { firstPage, lastPage } = segment;
  if (lastPage - firstPage >= MOST_PAGES) return undefined;
  const small = known.get(segment) ?? readSmall(db, segment);
  known.set(segment, small);
  if (small.blocks.length !== lastPage - firstPage + 1) return undefined;
  const word = Buffer.from(wanted).toString('latin1');
  const place = small.words.findLastIndex((begins) => begins <= word);
  // Pages before the first are there no more: what stood on them was merged into another segment.
  return small.blocks.slice(Math.max(0, (small.pages[place] ?? 0) - firstPage));
}

function readSmall(db: DatabaseSync, { id, firstPage, lastPage }: Segment): SmallSegment {
  const begins = statement(
    db,
    'SELECT term, pgno >> 1 AS page FROM request_search_idx WHERE segid = ? ORDER BY term',
  ).all(id);
  return {
    words: begins.map(({ term }) =>
      term instanceof Uint8Array ? Buffer.from(term).toString('latin1') : String(term),
    ),
    pages: begins.map(({ page }) => Number(page)),
    blocks: blocks(db, id, firstPage, lastPage),
  };
}
