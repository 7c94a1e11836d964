import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';

// https://www.sqlite.org/fileformat2.html#the_write_ahead_log
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/**
 * Counts transactions committed to the database at `path` since this call, from its write-ahead log: with `synchronous
 * = FULL` each is one disk sync. The log must not be empty at the start.
 */
export function countCommits(path: string): () => number {
  // An open reader keeps the log growing: it restarts only when nobody needs it.
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
  /** They differ after the log restarted. */
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
    // Frames of an earlier log follow the last valid frame.
    if (journal.toString('hex', at + 8, at + 16) !== salts) break;
    // A commit frame has a non-zero database size.
    if (journal.readUInt32BE(at + 4) > 0) commits += 1;
  }
  return { salts, commits };
}
