import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { migrate } from '../../../electron/storage/migrate.ts';
import { TABLES, type Table } from '../../../electron/storage/tables.ts';

/** Types of columns that hold neither text nor bytes. */
const NUMBERS: ReadonlySet<string> = new Set(['INTEGER', 'REAL']);

/** The tables of a new database, without those that SQLite keeps for a virtual table, and their columns of text or bytes. */
function schemaOf(sql = ''): Record<string, string[]> {
  using db = new DatabaseSync(':memory:');
  migrate(db);
  db.exec(sql);
  const tables = db
    .prepare(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type <> 'shadow' AND name NOT LIKE 'sqlite_%'`,
    )
    .all()
    .map(({ name }) => String(name));
  // Generated columns too, but not the hidden ones of a virtual table.
  const columns = db.prepare('SELECT name, type FROM pragma_table_xinfo(?) WHERE hidden <> 1');
  return Object.fromEntries(
    tables.map((table) => [
      table,
      columns
        .all(table)
        .filter(({ type }) => !NUMBERS.has(String(type)))
        .map(({ name }) => String(name)),
    ]),
  );
}

/** What the list and a schema don't have in common, both ways. */
function differences(schema: Record<string, string[]>): string[] {
  const listed = Object.entries(TABLES).map(([table, { columns }]) => namesOf(table, Object.keys(columns)));
  const present = Object.entries(schema).map(([table, columns]) => namesOf(table, columns));
  const [names, found] = [listed.flat(), present.flat()];
  return [...found.filter((name) => !names.includes(name)), ...names.filter((name) => !found.includes(name))];
}

function namesOf(table: string, columns: readonly string[]): string[] {
  return [table, ...columns.map((column) => `${table}.${column}`)];
}

test('the list names every table and every column of text or bytes, and no other', () => {
  expect(differences(schemaOf())).toEqual([]);
});

test.each([
  ['a new column of text', 'ALTER TABLE requests ADD COLUMN remark TEXT', ['requests.remark']],
  ['a new column of bytes', 'ALTER TABLE requests ADD COLUMN photo BLOB', ['requests.photo']],
  ['a generated column', 'ALTER TABLE notes ADD COLUMN begin TEXT AS (substr(text, 1, 9))', ['notes.begin']],
  [
    'a new table',
    'CREATE TABLE remarks (row INTEGER PRIMARY KEY, text ANY) STRICT',
    ['remarks', 'remarks.text'],
  ],
  ['a new search index', 'CREATE VIRTUAL TABLE names USING fts5 (name)', ['names', 'names.name']],
  ['a column that is gone', 'ALTER TABLE notes RENAME COLUMN text TO words', ['notes.words', 'notes.text']],
  [
    'a table that is gone',
    'DROP TABLE views',
    ['views', 'views.id', 'views.workspace_id', 'views.name', 'views.filter', 'views.sort'],
  ],
])('it would differ with %s', (_, sql, found) => {
  expect(differences(schemaOf(sql))).toEqual(found);
});

test('what goes with a submission is in a table that a cascade or a trigger reaches', () => {
  using db = new DatabaseSync(':memory:');
  migrate(db);
  const byCascade = db.prepare(
    `SELECT 1 FROM pragma_foreign_key_list(?) WHERE "table" IN ('submissions', 'requests') AND on_delete = 'CASCADE'`,
  );
  const others = Object.entries<Table>(TABLES)
    .filter(([name, { erased }]) => erased === 'with_submission' && !byCascade.get(name))
    .map(([name]) => name);
  // The first two by statements, the last by a trigger.
  expect(others).toEqual(['submissions', 'requests', 'request_search']);
});
