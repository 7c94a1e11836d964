import type { DatabaseSync } from 'node:sqlite';
import { statement } from '../operation.ts';
import { blocks, type Segment } from './index-segments.ts';

/** All pages that are kept in memory, bytes: those of some hundred thousand requests. */
const MOST_KEPT = 16 * 1024 * 1024;
/** More than any segment has. */
const PAGES = 2 ** 31;

/** Pages of segments that were read, as many as there is room for: what was read first goes first. Asking SQLite for one costs more than to look into it. */
class KeptPages {
  private readonly pages = new Map<number, Uint8Array>();
  private taken = 0;

  get({ number }: Segment, page: number): Uint8Array | undefined {
    return this.pages.get(number * PAGES + page);
  }

  add({ number }: Segment, page: number, block: Uint8Array): void {
    this.pages.set(number * PAGES + page, block);
    this.taken += block.byteLength;
    for (const [oldest, { byteLength }] of this.pages) {
      if (this.taken <= MOST_KEPT) break;
      this.pages.delete(oldest);
      this.taken -= byteLength;
    }
  }
}

const kept = new WeakMap<DatabaseSync, KeptPages>();

/** Pages that are read at once, at first and at most: most words have few rows, some very many. */
const FEWEST_AT_ONCE = 1;
const MOST_AT_ONCE = 64;

/** The pages of a segment, from the one on that a word would stand on; the word byte by byte a character. */
export function* pagesFrom(db: DatabaseSync, segment: Segment, word: string): Iterable<Uint8Array> {
  const { id, firstPage, lastPage } = segment;
  const known = kept.get(db) ?? new KeptPages();
  kept.set(db, known);
  // Pages before the first are there no more: what stood on them was merged into another segment.
  let page = Math.max(firstPage, pageOf(db, segment, word));
  let atOnce = FEWEST_AT_ONCE;
  while (page <= lastPage) {
    const block = known.get(segment, page);
    if (block) {
      yield block;
      page += 1;
      continue;
    }
    const count = Math.min(atOnce, lastPage - page + 1);
    const read = blocks(db, id, page, page + count - 1);
    if (read.length === count)
      for (const [place, each] of read.entries()) known.add(segment, page + place, each);
    yield* read;
    page += count;
    atOnce = Math.min(MOST_AT_ONCE, atOnce * 2);
  }
}

/** What pages of a segment begin with, rising, byte by byte a character; and which pages. */
interface Beginnings {
  readonly words: readonly string[];
  readonly pages: readonly number[];
}

const beginnings = new WeakMap<Segment, Beginnings>();

/** The page that a word would stand on. Not every page begins with a word: some go on with the rows of the last one. */
function pageOf(db: DatabaseSync, segment: Segment, word: string): number {
  const known = beginnings.get(segment) ?? readBeginnings(db, segment);
  beginnings.set(segment, known);
  let [low, high] = [0, known.words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((known.words[middle] ?? '') <= word) low = middle + 1;
    else high = middle;
  }
  return known.pages[low - 1] ?? 0;
}

/** As FTS5 lists them. The lowest bit beside the number of a page says something else. */
function readBeginnings(db: DatabaseSync, { id }: Segment): Beginnings {
  const listed = statement(
    db,
    'SELECT term, pgno >> 1 AS page FROM request_search_idx WHERE segid = ? ORDER BY term',
  ).all(id);
  return {
    words: listed.map(({ term }) =>
      term instanceof Uint8Array ? Buffer.from(term).toString('latin1') : String(term),
    ),
    pages: listed.map(({ page }) => Number(page)),
  };
}
