import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { answerIn } from '../../../../electron/storage/requests/stored-answer.ts';
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
const REQUESTS = `SELECT requests.changed_at, candidate_name, phone_number, requests.request_id, resume_url,
    coalesce(job.name, requests.job_description_id),
    coalesce(questionnaire.name, requests.questionnaire_template_id), requests.status,
    (SELECT group_concat(tag, ' ') FROM request_tags WHERE request_tags.row = requests.row),
    notes.text, unpacked(answers.size, answers.answer) -> '$.assessment_results'
  FROM requests INDEXED BY requests_by_changed
  JOIN submissions ON submissions.row = requests.row
  LEFT JOIN library AS job ON job.workspace_id = requests.workspace_id AND job.kind = 'job_description'
    AND job.service_id = requests.job_description_id
  LEFT JOIN library AS questionnaire ON questionnaire.workspace_id = requests.workspace_id
    AND questionnaire.kind = 'questionnaire' AND questionnaire.service_id = requests.questionnaire_template_id
  LEFT JOIN notes ON notes.row = requests.row
  JOIN answers ON answers.row = requests.row
  WHERE requests.workspace_id = ? ORDER BY requests.changed_at DESC`;

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
    this.db.function('unpacked', (size, answer) => answerIn({ size, answer }));
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
