import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { resultsIn } from '../../../shared/read-results.ts';
import { NO_FILTER } from '../../../shared/request-filter.ts';
import { PAGE, type Stores, WORKSPACE } from '../storage/history-storage.ts';

const COLUMNS = 'name,phone,id,resume,job,questionnaire,status,tags,notes,results'.split(',');
/** Requests that are copied at a time. */
const AT_A_TIME = 500;

/**
 * All requests of a history in one plain table, as text what is searched, as one would begin: a search looks through all of it
 * with LIKE. In this very thread, so that it pays for no message either.
 */
export class PlainTable {
  private readonly db: DatabaseSync;
  private readonly byWords = new Map<number, StatementSync>();

  private constructor(db: DatabaseSync) {
    this.db = db;
  }

  /** Copies the requests, as an export reads them, into a file of its own in `folder`. */
  static async of(stores: Stores, folder: string): Promise<PlainTable> {
    const db = new DatabaseSync(join(folder, 'plain.db'));
    db.exec(`CREATE TABLE plain (updated INTEGER, ${COLUMNS.map((name) => `${name} TEXT`).join(', ')})`);
    const insert = db.prepare(`INSERT INTO plain VALUES (?${', ?'.repeat(COLUMNS.length)})`);
    const everything = { filter: { ...NO_FILTER, archived: 'any' as const }, except: [] as string[] };
    const rows = await stores.exports.rows(WORKSPACE, everything);
    for (let done = 0; done < rows.length; done += AT_A_TIME) {
      const records = await stores.exports.records(WORKSPACE, rows.slice(done, done + AT_A_TIME));
      db.exec('BEGIN');
      for (const each of records)
        insert.run(
          each.changedAt,
          each.candidateName,
          each.phoneNumber,
          each.requestId,
          each.resumeUrl,
          each.jobName ?? each.jobDescriptionId,
          each.questionnaireName ?? each.questionnaireTemplateId,
          each.status,
          each.tags.join(' '),
          each.notes,
          JSON.stringify(resultsIn(each.rawAnswer) ?? null),
        );
      db.exec('COMMIT');
    }
    return new PlainTable(db);
  }

  /** The page of the latest that hold each word somewhere, and how long that takes, ms. */
  search(text: string): number {
    const words = text.split(/\s+/).filter((word) => word !== '');
    const statement = this.byWords.get(words.length) ?? this.prepare(words.length);
    const started = performance.now();
    statement.all(...words.flatMap((word) => COLUMNS.map(() => `%${word}%`)));
    return performance.now() - started;
  }

  private prepare(words: number): StatementSync {
    const anywhere = `(${COLUMNS.map((name) => `${name} LIKE ?`).join(' OR ')})`;
    const all = Array.from({ length: words }, () => anywhere).join(' AND ');
    const made = this.db.prepare(`SELECT * FROM plain WHERE ${all} ORDER BY updated DESC LIMIT ${PAGE}`);
    this.byWords.set(words, made);
    return made;
  }
}
