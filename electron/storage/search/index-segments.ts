import type { DatabaseSync } from 'node:sqlite';
import { one, type Row, statement } from '../operation.ts';

/**
 * A part of the search index as FTS5 stores it: a list of words, each with its rows, on pages that are numbered in
 * order.
 */
export interface Segment {
  readonly id: number;
  /** Another one for whatever is changed about it: what was read of a segment of this number stays true. */
  readonly number: number;
  readonly firstPage: number;
  readonly lastPage: number;
  /** 1 at each row that this part names and that is gone, or stands in a later part anew. */
  readonly gone: Uint8Array;
}

/** The only form that is known here; `secure-delete`, which is not used, would make it another. */
const VERSION = 4;
/** Where FTS5 keeps the list of segments. */
const STRUCTURE = 10;
/** A list of segments of which each may have rows that are gone. */
const WITH_GONE = Buffer.from([0xff, 0, 0, 1]);

interface Structure {
  readonly bytes: Uint8Array;
  readonly segments: readonly Segment[];
  /** The same by their records: between two writes, most segments stay as they are. */
  readonly byRecord: ReadonlyMap<string, Segment>;
}

const known = new WeakMap<DatabaseSync, Structure>();

/** The segments of the index; undefined where it has a form that is not known here. To be asked within a transaction. */
export function segmentsOf(db: DatabaseSync): readonly Segment[] | undefined {
  if (one(db, `SELECT v FROM request_search_config WHERE k = 'version'`)?.['v'] !== VERSION) return undefined;
  const bytes = one(db, 'SELECT block FROM request_search_data WHERE id = ?', STRUCTURE)?.['block'];
  if (!(bytes instanceof Uint8Array) || !WITH_GONE.equals(bytes.subarray(4, 8))) return undefined;
  const before = known.get(db);
  // Whatever is written to the index changes this record.
  if (before && Buffer.compare(before.bytes, bytes) === 0) return before.segments;
  const byRecord = readSegments(db, bytes, before?.byRecord);
  const segments = [...byRecord.values()];
  known.set(db, { bytes, segments, byRecord });
  return segments;
}

let lastNumber = 0;

function readSegments(
  db: DatabaseSync,
  bytes: Uint8Array,
  before: Structure['byRecord'] | undefined,
): Map<string, Segment> {
  const reader = new Numbers(bytes, 8);
  const [levels] = [reader.next(), reader.next(), reader.next()];
  const segments = new Map<string, Segment>();
  for (let level = 0; level < levels; level += 1) {
    const [, count] = [reader.next(), reader.next()];
    for (let place = 0; place < count; place += 1) {
      const [id, firstPage, lastPage] = [reader.next(), reader.next(), reader.next()];
      // The first two say which writes it holds, and are never given again; the last how many rows are gone, and how many it has.
      const [from, until, pagesOfGone, ...counts] = Array.from({ length: 5 }, () => reader.next());
      // A segment that was merged to its end has no pages.
      if (lastPage === 0) continue;
      const record = [id, firstPage, lastPage, from, until, pagesOfGone, ...counts].join(' ');
      const known = before?.get(record);
      if (!known) lastNumber += 1;
      segments.set(
        record,
        known ?? { id, number: lastNumber, firstPage, lastPage, gone: goneRows(db, id, pagesOfGone ?? 0) },
      );
    }
  }
  return segments;
}

/** Pages of a hash table: a header that says how wide a place is, and places, of which 0 is an empty one. */
function goneRows(db: DatabaseSync, segment: number, pages: number): Uint8Array {
  const rows: number[] = [];
  for (const block of pages === 0 ? [] : blocks(db, segment + SEGMENTS, 0, pages - 1)) {
    const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
    const width = view.getUint8(0);
    for (let at = 8; at + width <= block.length; at += width)
      rows.push(width === 4 ? view.getUint32(at) : Number(view.getBigUint64(at)));
  }
  const gone = new Uint8Array(rows.reduce((most, row) => Math.max(most, row), 0) + 1);
  for (const row of rows) gone[row] = 1;
  return gone;
}

/** There are no more segments than this at a time; the rows that are gone lie as if in a segment beyond. */
const SEGMENTS = 2 ** 16;
const PAGES = 2n ** 37n;

/** Pages of a segment, in order. */
export function blocks(db: DatabaseSync, segment: number, first: number, last: number): Uint8Array[] {
  const select = statement(db, 'SELECT block FROM request_search_data WHERE id BETWEEN ? AND ? ORDER BY id');
  const base = BigInt(segment) * PAGES;
  return select.all(base + BigInt(first), base + BigInt(last)).map(blockOf);
}

/** The page in a row. */
export function blockOf({ block }: Row): Uint8Array {
  if (!(block instanceof Uint8Array)) throw new TypeError('A page of the search index is malformed.');
  return block;
}

/** Reads numbers as SQLite packs them: seven bits in a byte, the greatest first, the highest bit says that more follow. */
export class Numbers {
  at: number;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  next(): number {
    let number = 0;
    for (let length = 1; ; length += 1) {
      const byte = this.bytes[this.at] ?? 0;
      this.at += 1;
      // A ninth byte would have eight bits.
      if (length === 9) return number * 256 + byte;
      number = number * 128 + (byte & 0x7f);
      if (byte < 0x80) return number;
    }
  }
}
