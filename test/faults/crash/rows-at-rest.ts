import { DatabaseSync } from 'node:sqlite';
import { integer, text, textOrNull } from '../../../electron/storage/operation.ts';

export interface RowAtRest {
  readonly id: string;
  readonly state: string;
  readonly requestId: string | null;
  /** How many sends a person asked for. */
  readonly askedFor: number;
}

/** All submissions in a database that nobody uses any more; throws where SQLite finds damage. */
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
