import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { readAnswer } from '../../../electron/storage/requests/results-backfill.ts';
import { TABLES } from '../../../electron/storage/tables.ts';
import { callKey } from '../../../shared/call-key.ts';
import { NO_FILTER } from '../../../shared/request-filter.ts';
import { type BusyDatabase, busyDatabase, finished, putEverywhere, VICTIM } from './busy-database.ts';
import { filesIn, formsOf, tracesOf } from './traces-of.ts';

/** Adds the person to what is known here of a team; `other`: somebody else. */
function putInTeam(db: DatabaseSync, finishedId: string, otherId: string): void {
  const key = callKey(VICTIM.phone);
  db.exec(`
    INSERT INTO teams (workspace_id, connection, computer_id, joined_at) VALUES ('workspace-1', '{}', 'computer-1', 1);
    INSERT INTO team_claims (workspace_id, call_key, submission_id, person, state, at, candidate_name, job_description_id, change)
      VALUES ('workspace-1', '${key}', '${finishedId}', 'Bob', 'accepted', 1, '${VICTIM.name}', 'j-1', 1);
    INSERT INTO team_pending (workspace_id, kind, key) VALUES ('workspace-1', 'claim', '${finishedId}'),
      ('workspace-1', 'request', 'ir_finished'), ('workspace-1', 'tag', 'ir_finished friend of ${VICTIM.name}');
    INSERT INTO colleague_marks (row, login, verdict, reason, note)
      SELECT row, 'bob', 'yes', 'Good.', 'Called twice.' FROM submissions WHERE id IN ('${finishedId}', '${otherId}')`);
}

/** Adds the person where `putEverywhere` doesn't, through the stores. */
async function putElsewhere(
  { storage }: BusyDatabase,
  { finished: about, unconfirmed }: Awaited<ReturnType<typeof putEverywhere>>,
): Promise<void> {
  const { stores } = storage;
  const named = { name: `As ${VICTIM.name}`, note: '', kind: 'job_description' } as const;
  await stores.library.save('workspace-1', { ...named, serviceId: about.jobDescriptionId });
  const filter = { ...NO_FILTER, tags: ['x'] };
  const view = { name: `Of ${VICTIM.name}`, filter, sort: 'updated', descending: true } as const;
  await stores.views.save('workspace-1', view, 1);
  const constant = { from: 'constant', value: VICTIM.resumeUrl } as const;
  const remembered = { fields: { resumeUrl: constant }, country: null };
  await stores.imports.remember('workspace-1', JSON.stringify([VICTIM.name]), remembered, 1);
  const hold = { reason: 'A claim is open.', at: 1, by: 'ada' };
  await stores.holds.place({ name: VICTIM.name, phoneNumber: VICTIM.phone }, hold);
  const another = { ...hold, reason: `Knows ${VICTIM.name}.` };
  await stores.holds.place({ name: 'Somebody Else', phoneNumber: '+12025550199' }, another);
  const entry = { addedAt: 1, addedBy: 'ada', reason: `Same flat as ${VICTIM.name}` };
  await stores.doNotCall.add([
    { ...entry, id: 'theirs', phoneNumber: VICTIM.phone },
    { ...entry, id: 'of another', phoneNumber: '+12025550177' },
  ]);
  await stores.doNotCall.lift('of another', { at: 2, by: 'ada', reason: `${VICTIM.name} agreed.` });
  const event = { workspaceId: 'workspace-1', submissionId: unconfirmed.id, occurrence: 1 };
  await stores.notices.add([{ ...event, kind: 'unconfirmed' }], 1);
  const queued = { number: 4, cells: ['Nobody Else', `Friend of ${VICTIM.name}`] };
  const file = { id: 'import-2', name: 'list.csv', digest: 'e', headers: ['Name', VICTIM.name], rows: 1 };
  await stores.imports.begin('workspace-1', file, 1);
  await stores.imports.keepProblems('workspace-1', 'import-2', [{ ...queued, problems: [] }]);
}

const PERSONAL = Object.entries(TABLES)
  // Written while an erasure runs; and the search index, of which SQLite gives no texts.
  .filter(([table, { erased }]) => erased !== 'when_done' && table !== 'request_search')
  .flatMap(([table, { columns }]) =>
    Object.entries(columns).flatMap(([column, data]) => (data === 'never' ? [] : [{ table, column, data }])),
  );

/** What nothing but the person has: texts in any writing, and bytes. */
interface Needles {
  readonly texts: readonly string[];
  readonly bytes: readonly Buffer[];
}

function has(value: unknown, { texts, bytes }: Needles): boolean {
  if (typeof value === 'string') return texts.some((text) => value.includes(text));
  return value instanceof Uint8Array && bytes.some((each) => each.equals(value));
}

/** The values of a column in some rows; the service's answers uncompressed. */
function valuesOf(
  db: DatabaseSync,
  table: string,
  column: string,
  where = 'true',
  ...params: string[]
): unknown[] {
  const rows = db.prepare(`SELECT * FROM "${table}" WHERE ${where}`).all(...params);
  return rows.map((row) => (column === 'answer' ? readAnswer(db, Number(row['row'])) : row[column]));
}

function columnsOf(db: DatabaseSync, table: string): string[] {
  return db
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => String(name));
}

/** The rows of a table that are about the person with number `?1`. */
function theirs(db: DatabaseSync, table: string): string {
  const columns = columnsOf(db, table);
  const submissions = 'FROM submissions WHERE phone_number = ?1';
  if (columns.includes('row')) return `row IN (SELECT row ${submissions})`;
  if (columns.includes('submission_id')) return `submission_id IN (SELECT id ${submissions})`;
  if (columns.includes('key')) return `key IN (SELECT id ${submissions})`;
  return columns.includes('number') ? 'number = ?1' : '?1 IS NULL';
}

/**
 * Puts into each personal column a text that nothing else has, in the rows about the person, or their name, in rows about
 * others. Gives these texts, and bytes that are there already.
 */
function markColumns(db: DatabaseSync, traces: Needles): { marks: string[]; bytes: Buffer[] } {
  const [marks, bytes]: [string[], Buffer[]] = [[], []];
  for (const { table, column, data } of PERSONAL) {
    const own = theirs(db, table);
    const set = (text: string, where: string): void => {
      const value = data === 'json' || data === 'coded' ? JSON.stringify({ said: text }) : text;
      const sql = `UPDATE "${table}" SET "${column}" = ?2 WHERE ${where}`;
      const { changes } = db.prepare(sql).run(VICTIM.phone, value);
      expect(changes, `rows in which to put the person into ${table}.${column}`).toBeGreaterThan(0);
    };
    if (data !== 'own' && data !== 'special') set(VICTIM.name, `NOT coalesce(${own}, false)`);
    const isWritable = columnsOf(db, table).includes(column);
    if (!isWritable || TABLES[table]?.erased !== 'with_submission') continue;
    const values = valuesOf(db, table, column, own, VICTIM.phone);
    if (values.some((value) => has(value, traces))) continue;
    const blobs = values.flatMap((value) => (value instanceof Uint8Array ? [Buffer.from(value)] : []));
    bytes.push(...blobs);
    if (blobs.length > 0) continue;
    const mark = `qzx${table}${column}`.replaceAll('_', '');
    marks.push(mark);
    set(mark, own);
  }
  return { marks, bytes };
}

/** The columns that have one of these somewhere. */
function columnsWith(db: DatabaseSync, needles: Needles): string[] {
  const tables = db
    .prepare(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'`)
    .all();
  return tables
    .map(({ name }) => String(name))
    .filter((table) => !table.startsWith('sqlite_'))
    .flatMap((table) =>
      columnsOf(db, table)
        .filter((column) => valuesOf(db, table, column).some((value) => has(value, needles)))
        .map((column) => `${table}.${column}`),
    );
}

test('no column keeps a byte of an erased person, and none has anything of them that the list calls impersonal', async () => {
  const busy = await busyDatabase({ requests: 5 });
  const put = await putEverywhere(busy);
  await putElsewhere(busy, put);
  using db = new DatabaseSync(busy.storage.path);
  putInTeam(db, put.finished.id, put.other.id);
  const own = db.prepare('SELECT id, request_id FROM submissions WHERE phone_number = ?').all(VICTIM.phone);
  const ids = own.flatMap((row) => Object.values(row).filter((id) => typeof id === 'string'));
  const traces = [...VICTIM.traces, ...ids];
  const before = { texts: traces.flatMap(formsOf), bytes: [] };

  const personal = PERSONAL.map(({ table, column }) => `${table}.${column}`);
  expect(columnsWith(db, before).filter((name) => !personal.includes(name))).toEqual([]);

  const { marks, bytes } = markColumns(db, before);
  const needles = { texts: [...before.texts, ...marks], bytes };
  const filled = columnsWith(db, needles);
  // SQLite makes it from another column.
  expect(personal.filter((name) => !filled.includes(name))).toEqual(['submissions.cause']);

  const search = { name: VICTIM.name, phone: VICTIM.phone, everywhere: true };
  const found = await busy.privacy.find(search, null);
  const choice = {
    search,
    submissionIds: found.submissions.map(({ submissionId }) => submissionId),
    importRows: found.importRows.map(({ importId, rowNumber }) => ({ importId, rowNumber })),
    listedIds: found.listedNumbers.filter(({ foundBy }) => foundBy !== 'name').map(({ id }) => id),
    confirmedHolds: found.holds.map(({ id }) => id),
    keepBlocking: false,
  };
  const begun = await busy.privacy.erase(choice, null);
  if (!begun.ok) throw new Error(begun.error.code);
  await finished(busy, begun.value.id);

  expect(columnsWith(db, needles)).toEqual([]);
  db.close();
  expect(tracesOf(busy.folder, [...traces, ...marks])).toEqual([]);
  const files = filesIn(busy.folder).map((file) => readFileSync(file));
  expect(bytes.filter((each) => files.some((file) => file.includes(each)))).toEqual([]);
});
