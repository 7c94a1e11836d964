import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { integer, text, textOrNull } from '../../../electron/storage/operation.ts';
import { temporaryFolder } from '../../temp-folder.ts';

export interface RowAtRest {
  readonly id: string;
  readonly state: string;
  readonly requestId: string | null;
  /** How many sends a person asked for. */
  readonly askedFor: number;
}

/** All submissions in a database that nobody uses any more; throws if SQLite finds damage. */
export function rowsAtRest(path: string): RowAtRest[] {
  const db = new DatabaseSync(path);
  try {
    const check = db.prepare('PRAGMA integrity_check').get()?.['integrity_check'];
    if (check !== 'ok') throw new Error(`The database is damaged: ${String(check)}`);
    const rows = db
      .prepare(
        `SELECT id, state, request_id AS requestId,
           (SELECT count(*) FROM history
            WHERE history.row = submissions.row AND code = 'send_again_chosen') AS askedFor
         FROM submissions`,
      )
      .all();
    return rows.map((row) => ({
      id: text(row, 'id'),
      state: text(row, 'state'),
      requestId: textOrNull(row, 'requestId'),
      askedFor: integer(row, 'askedFor'),
    }));
  } finally {
    db.close();
  }
}

/** The ids that a killed process left marked, read from a copy, as opening the files themselves would recover them. */
export function leftMarked(path: string): string[] {
  const copy = join(temporaryFolder(), 'callboard.db');
  for (const end of ['', '-wal']) if (existsSync(path + end)) copyFileSync(path + end, copy + end);
  const db = new DatabaseSync(copy);
  try {
    return db
      .prepare(`SELECT id FROM submissions WHERE state = 'sending'`)
      .all()
      .map((row) => text(row, 'id'));
  } finally {
    db.close();
  }
}
