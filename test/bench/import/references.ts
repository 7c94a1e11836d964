import { DatabaseSync } from 'node:sqlite';
import Papa from 'papaparse';

/** How long the parser alone takes over a text, in ms. */
export function parseAlone(csv: string): number {
  const started = performance.now();
  const { data } = Papa.parse(csv, { newline: '\r\n', delimiter: ',' });
  const took = performance.now() - started;
  if (data.length < 2) throw new Error('The parser found no rows.');
  return took;
}

/** How long SQLite alone takes to put so many bare rows into a new file in one synced transaction, in ms. */
export function insertAlone(path: string, rows: number): number {
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT NOT NULL, phone TEXT NOT NULL, link TEXT NOT NULL) STRICT`);
  const insert = db.prepare('INSERT INTO people VALUES (?, ?, ?, ?)');
  const started = performance.now();
  db.exec('BEGIN IMMEDIATE');
  for (let row = 0; row < rows; row += 1)
    insert.run(
      crypto.randomUUID(),
      `Candidate ${row}`,
      `+49151${row}`,
      `https://files.example.com/${row}.pdf`,
    );
  db.exec('COMMIT');
  const took = performance.now() - started;
  db.close();
  return took;
}
