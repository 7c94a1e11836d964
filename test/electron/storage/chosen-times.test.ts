import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { migrate } from '../../../electron/storage/migrate.ts';
import { migrations } from '../../../electron/storage/migrations/index.ts';

const CREATED = 1_000_000;

test('a chosen time is told from an undo window and a delay when it gets a column of its own', () => {
  const db = new DatabaseSync(':memory:');
  migrate(db, migrations.slice(0, 2));
  db.exec(`INSERT INTO workspaces VALUES ('w1', 'Acme', 'service', 'a', 'b', 'c', 'd', 1, NULL)`);
  const add = db.prepare(
    `INSERT INTO submissions VALUES (?1, 'w1', ?2, 'Ada', '+1', 'u', 'j', 'q', ?1, ?3, ?4, NULL, NULL, NULL, 1, ?5, ?5)`,
  );
  const later = CREATED + 60_001;
  const rows = [
    ['queued, chosen', 'queued', 0, later, later],
    ['paused, chosen', 'held', 0, later, later],
    ['taken back, chosen', 'draft', 0, later, later],
    ['in its undo window', 'queued', 0, CREATED + 60_000, null],
    ['tried', 'queued', 1, later, null],
    ['accepted', 'accepted', 0, later, null],
  ] as const;
  for (const [id, state, attempts, sendAfter] of rows) add.run(id, state, attempts, sendAfter, CREATED);
  migrate(db, migrations.slice(0, 3));
  const stored = db.prepare('SELECT id, not_before AS notBefore FROM submissions ORDER BY rowid').all();
  expect(stored.map(({ id, notBefore }) => [id, notBefore])).toEqual(rows.map(([id, , , , at]) => [id, at]));
  db.close();
});
