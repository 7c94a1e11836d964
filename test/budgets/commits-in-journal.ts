import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';

// https://www.sqlite.org/fileformat2.html#the_write_ahead_log
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/**
 * Counts transactions that were committed to the database at `path` since this was called, by its write-ahead journal:
 * with `synchronous = FULL` each of them is one sync of the disk. The journal must not be empty at the beginning.
 */
export function countCommits(path: string): () => number {
  // A journal that somebody reads grows and grows: it is begun anew only when nobody needs it any more.
  const reader = new DatabaseSync(path, { readOnly: true });
  onTestFinished(() => reader.close());
  reader.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
  const before = readJournal(path);
  if (before.commits === 0)
    throw new Error('The journal is empty: nothing would keep it from being begun anew.');
  return () => {
    const now = readJournal(path);
    if (now.salts !== before.salts)
      throw new Error('The journal was begun anew, and commits are lost with it.');
    return now.commits - before.commits;
  };
}

interface Journal {
  /** Other ones where the journal was begun anew. */
  readonly salts: string;
  readonly commits: number;
}

function readJournal(path: string): Journal {
  const journal = readFileSync(`${path}-wal`);
  const pageBytes = journal.readUInt32BE(8);
  const salts = journal.toString('hex', 16, 24);
  let commits = 0;
  for (
    let at = HEADER_BYTES;
    at + FRAME_HEADER_BYTES + pageBytes <= journal.length;
    at += FRAME_HEADER_BYTES + pageBytes
  ) {
    // Behind the last frame lies what an earlier journal left.
    if (journal.toString('hex', at + 8, at + 16) !== salts) break;
    // The frame that ends a transaction says how large the database is after it.
    if (journal.readUInt32BE(at + 4) > 0) commits += 1;
  }
  return { salts, commits };
}
