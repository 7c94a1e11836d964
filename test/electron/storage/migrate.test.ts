import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { migrate, schemaVersion } from '../../../electron/storage/migrate.ts';
import { migrations } from '../../../electron/storage/migrations/index.ts';

describe('migrations', () => {
  test('have consecutive versions', () => {
    const [first] = migrations;
    expect(migrations.map(({ version }) => version)).toEqual(
      migrations.map((_, index) => (first?.version ?? 0) + index),
    );
  });

  test('keep what a database of the baseline has', () => {
    const db = new DatabaseSync(':memory:');
    onTestFinished(() => db.close());
    migrate(db, migrations.slice(0, 1));
    db.exec("INSERT INTO verdicts VALUES (9, 'later')");
    migrate(db, migrations);
    expect(schemaVersion(db)).toBe(migrations.at(-1)?.version);
    expect(db.prepare("SELECT value FROM verdicts WHERE value = 'later'").all()).toHaveLength(1);
    expect(db.prepare('SELECT count(*) AS n FROM team_erased').get()).toEqual({ n: 0 });
  });

  test('tell each team the holds of this computer again, by their ids', () => {
    const db = new DatabaseSync(':memory:');
    onTestFinished(() => db.close());
    migrate(db, migrations.slice(0, 2));
    db.exec(`INSERT INTO workspaces (id, name, kind, base_url, auth_url, client_id, redirect_uri, created_at)
        VALUES ('w', 'W', 'service', '', '', '', '', 1);
      INSERT INTO teams (workspace_id, connection, computer_id, joined_at) VALUES ('w', '{}', 'c', 1);
      INSERT INTO holds VALUES ('own', '+15550100', 'Ann', 'Court', 1, 'ann', NULL), ('theirs', '+15550101', '', '', 2, 'bob', 'w')`);
    migrate(db, migrations);
    const pending = (): unknown => db.prepare('SELECT kind, key FROM team_pending ORDER BY id').all();
    expect(pending()).toEqual([{ kind: 'hold', key: 'own' }]);
    expect(db.prepare('SELECT id, reason, placed_by FROM holds ORDER BY id').all()).toEqual([
      { id: 'own', reason: 'Court', placed_by: 'ann' },
      { id: 'theirs', reason: '', placed_by: 'bob' },
    ]);
    db.exec(
      "INSERT INTO holds SELECT 'second', number, name, reason, 3, 'cid', NULL FROM holds WHERE id = 'theirs'",
    );
    db.exec("DELETE FROM holds WHERE id = 'theirs'");
    expect(pending()).toEqual(['own', 'second', 'theirs'].map((key) => ({ kind: 'hold', key })));
  });

  test('keep the notices that were told, and those that weren’t', () => {
    const db = new DatabaseSync(':memory:');
    onTestFinished(() => db.close());
    migrate(db, migrations.slice(0, 3));
    db.exec(`INSERT INTO workspaces (id, name, kind, base_url, auth_url, client_id, redirect_uri, created_at)
        VALUES ('w', 'W', 'service', '', '', '', '', 1);
      INSERT INTO notices VALUES (4, 'w', 'signed_out', NULL, 5, 6, 7), (5, 'w', 'signed_out', NULL, 8, 9, NULL)`);
    const before = db.prepare('SELECT * FROM notices').all();
    migrate(db, migrations);
    expect(db.prepare('SELECT * FROM notices').all()).toEqual(before);
  });

  test('take for history what was submitted before its workspace joined a team', () => {
    const db = new DatabaseSync(':memory:');
    onTestFinished(() => db.close());
    migrate(db, migrations.slice(0, 4));
    db.exec(`INSERT INTO workspaces (id, name, kind, base_url, auth_url, client_id, redirect_uri, created_at)
        VALUES ('w', 'W', 'service', '', '', '', '', 1), ('x', 'X', 'service', '', '', '', '', 1);
      INSERT INTO teams (workspace_id, connection, computer_id, joined_at) VALUES ('w', '{}', 'c', 5), ('x', '{}', 'd', 1)`);
    const add =
      db.prepare(`INSERT INTO submissions (id, workspace_id, state, candidate_name, name_words, phone_number, resume_url,
        job_description_id, questionnaire_template_id, attempts, revision, send_after, created_at, updated_at)
      VALUES (?, 'w', 'queued', '', '', '+15550100', '', '', '', 0, 1, 1, ?, 1)`);
    for (const createdAt of [2, 4, 6]) add.run(`${createdAt}`, createdAt);
    migrate(db, migrations);
    const joined = db.prepare('SELECT workspace_id AS id, joined_row AS row FROM teams ORDER BY 1').all();
    expect(joined).toEqual([
      { id: 'w', row: 2 },
      { id: 'x', row: 0 },
    ]);
  });

  test('run only once', () => {
    const db = new DatabaseSync(':memory:');
    onTestFinished(() => db.close());
    const first = { version: 1, sql: 'CREATE TABLE a (x) ' };
    migrate(db, [first]);
    migrate(db, [first, { version: 2, sql: 'CREATE TABLE b (x)' }]);
    expect(schemaVersion(db)).toBe(2);
  });

  test('are rolled back if they fail', () => {
    const db = new DatabaseSync(':memory:');
    onTestFinished(() => db.close());
    const good = { version: 1, sql: 'CREATE TABLE a (x)' };
    expect(() => migrate(db, [good, { version: 2, sql: 'CREATE TABLE b (x); NONSENSE' }])).toThrow();
    expect(schemaVersion(db)).toBe(1);
    expect(db.prepare(`SELECT name FROM sqlite_schema`).all()).toEqual([{ name: 'a' }]);
    expect(db.isTransaction).toBe(false);
  });
});
