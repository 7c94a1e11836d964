import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { unpackedAnswer } from '../../../../electron/storage/answers/answer-store.ts';
import { PAGE, WORKSPACE } from '../../storage/history-storage.ts';

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

/** All requests of a workspace, the latest change first, with the texts that are searched. */
const REQUESTS = `SELECT tracked.changed_at, candidate_name, phone_number, submissions.request_id, resume_url,
    coalesce(job.name, job.value), coalesce(questionnaire.name, questionnaire.value), status.value,
    (SELECT group_concat(tag.value, ' ') FROM request_tags JOIN facets AS tag ON tag.code = request_tags.tag
      WHERE request_tags.row = tracked.row),
    notes.text,
    unpacked(answers.dictionary, answers.packed, submissions.request_id) -> '$.assessment_results'
  FROM workspaces JOIN tracked INDEXED BY tracked_by_changed ON tracked.workspace = workspaces.number
  JOIN submissions ON submissions.row = tracked.row
  JOIN facets AS job ON job.code = tracked.job
  JOIN facets AS questionnaire ON questionnaire.code = tracked.questionnaire
  JOIN facets AS status ON status.code = tracked.status
  LEFT JOIN notes ON notes.row = tracked.row
  JOIN answers ON answers.row = tracked.row
  WHERE workspaces.id = ? ORDER BY tracked.changed_at DESC`;

/**
 * The same requests in one plain table, all that is searched as text, as one would begin: a search looks through all of
 * it with LIKE. In this very thread, so that it pays for no message either.
 */
export class PlainTable {
  private readonly db: DatabaseSync;
  private readonly byWords = new Map<number, StatementSync>();

  /** Copies the requests of the history in a user-data folder, straight from its file; `folder` is for the table's own. */
  constructor(userData: string, folder: string) {
    this.db = new DatabaseSync(join(folder, 'plain.db'));
    this.db.function('unpacked', (dictionary, packed, requestId) =>
      unpackedAnswer(this.db, { dictionary, packed, request_id: requestId }),
    );
    this.db.exec(`CREATE TABLE plain (updated INTEGER, ${COLUMNS.map((name) => `${name} TEXT`).join(', ')})`);
    this.db.prepare('ATTACH ? AS history').run(join(userData, 'callboard.db'));
    this.db.prepare(`INSERT INTO plain ${REQUESTS}`).run(WORKSPACE);
    this.db.exec('DETACH history');
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
}
