import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { NO_FILTER } from '../../../../shared/no-filter.ts';
import { PAGE, type Stores, WORKSPACE } from '../../storage/history-storage.ts';

/** Rows that are read from the app at a time. */
const AT_A_TIME = 500;
const COLUMNS = [
  'name',
  'phone',
  'id',
  'resume',
  'job',
  'questionnaire',
  'status',
  'tags',
  'notes',
  'results',
];

/**
 * The same requests in one plain table, all that is searched as text, as one would begin: a search looks through all of
 * it with LIKE. In this very thread, so that it pays for no message either.
 */
export class PlainTable {
  private readonly db: DatabaseSync;
  private readonly byWords = new Map<number, StatementSync>();

  /** Copies the requests of a history; `folder` is for the table's file. */
  static async of(stores: Stores, folder: string): Promise<PlainTable> {
    const table = new PlainTable(folder);
    await table.fill(stores);
    return table;
  }

  private constructor(folder: string) {
    this.db = new DatabaseSync(join(folder, 'plain.db'));
    this.db.exec(`CREATE TABLE plain (updated INTEGER, ${COLUMNS.map((name) => `${name} TEXT`).join(', ')})`);
  }

  /** The page of the latest that hold each word somewhere, and how long that takes, ms. */
  search(text: string): number {
    const words = text.split(/\s+/).filter((word) => word !== '');
    const statement = this.byWords.get(words.length) ?? this.prepare(words.length);
    const started = performance.now();
    statement.all(...words.flatMap((word) => COLUMNS.map(() => `%${word}%`)));
    return performance.now() - started;
  }

  close(): void {
    this.db.close();
  }

  private prepare(words: number): StatementSync {
    const anywhere = `(${COLUMNS.map((name) => `${name} LIKE ?`).join(' OR ')})`;
    const all = Array.from({ length: words }, () => anywhere).join(' AND ');
    const made = this.db.prepare(`SELECT * FROM plain WHERE ${all} ORDER BY updated DESC LIMIT ${PAGE}`);
    this.byWords.set(words, made);
    return made;
  }

  private async fill(stores: Stores): Promise<void> {
    const insert = this.db.prepare(`INSERT INTO plain VALUES (?, ${COLUMNS.map(() => '?').join(', ')})`);
    const rows = await stores.exports.rows(WORKSPACE, {
      filter: { ...NO_FILTER, archived: 'any' },
      except: [],
    });
    this.db.exec('BEGIN');
    for (let from = 0; from < rows.length; from += AT_A_TIME) {
      for (const each of await stores.exports.records(WORKSPACE, rows.slice(from, from + AT_A_TIME))) {
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
          JSON.stringify(each.assessmentResults ?? null),
        );
      }
    }
    this.db.exec('COMMIT');
  }
}
