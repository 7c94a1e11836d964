import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BackupRecord, CellValue } from '../../../electron/storage/backup/backup-records.ts';
import { migrations } from '../../../electron/storage/migrations/index.ts';
import { openStorage, type Storage } from '../../../electron/storage/storage.ts';
import { importProblem, ofRow } from '../../../shared/import-problems.ts';
import { sampleWorkspace } from '../sample-submission.ts';
import { addTracked, WORKER_FILE } from '../storage/temporary-storage.ts';
import { codeOf, contentFrom, recordsOf, restoreInto } from './archive.ts';

let good: readonly BackupRecord[] = [];
let here: { readonly storage: Storage; readonly folder: string; readonly path: string };

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-test-'));
  const [path, oldPath] = [join(folder, 'here.db'), join(folder, 'old.db')];
  const old = await openStorage(oldPath, WORKER_FILE);
  await old.stores.workspaces.save(sampleWorkspace(), 1000);
  await addTracked(old, 'request-1');
  const { id } = sampleWorkspace();
  const file = { id: 'import-1', name: 'list.csv', digest: 'd', headers: ['Name'], rows: 1 };
  await old.stores.imports.begin(id, file, 1000);
  const row = { number: 2, cells: ['Ada'], problems: [ofRow(importProblem('left_out'))] };
  await old.stores.imports.keepProblems(id, 'import-1', [row]);
  good = await recordsOf(oldPath);
  await old.close();
  here = { storage: await openStorage(path, WORKER_FILE), folder, path };
});

afterAll(async () => {
  await here.storage.close();
  rmSync(here.folder, { recursive: true, force: true });
});

/** The result of restoring a valid backup of one request with a change. */
async function forged(
  change: (records: BackupRecord[]) => BackupRecord[],
): Promise<{ code: string; unchanged: boolean }> {
  const code = await codeOf(restoreInto(here.path, await contentFrom(change([...good]))));
  return { code, unchanged: (await here.storage.stores.workspaces.list()).length === 0 };
}

const REFUSED = { code: 'backup_unfit', unchanged: true };

/** Sets a cell of the only row of a table. */
function withCell(table: string, column: string, value: CellValue) {
  return (records: BackupRecord[]): BackupRecord[] => {
    const at = records.findIndex((record) => record.kind === 'table' && record.table === table);
    const head = records[at];
    const cell = head?.kind === 'table' ? head.columns.indexOf(column) : -1;
    return records.map((record, index) =>
      index === at + 1 && record.kind === 'row'
        ? { ...record, values: record.values.with(cell, value) }
        : record,
    );
  };
}

const withTable =
  (table: string, columns: string[], ...rows: CellValue[][]) =>
  (records: BackupRecord[]) => [
    ...records.slice(0, -1),
    { kind: 'table', table, columns } as const,
    ...rows.map((values) => ({ kind: 'row', values }) as const),
    { kind: 'end', rows: records.filter(({ kind }) => kind === 'row').length + rows.length } as const,
  ];

it.each([
  [
    'a table of the schema',
    withTable('sqlite_schema', ['type', 'name', 'sql'], ['trigger', 'evil', 'DROP TABLE x']),
  ],
  [
    'secrets',
    withTable('secrets', ['workspace_id', 'name', 'sealed', 'created_at'], ['workspace-1', 'x', 'y', 1]),
  ],
  ['the search index', withTable('request_search', ['words'], ['x'])],
  ['an unknown table', withTable('evil', ['x'], [1])],
  ['a table twice', withTable('notes', ['row', 'text'])],
  ['an unknown column', withTable('notes', ['evil'], [1])],
  ['no metadata', (records: BackupRecord[]) => records.slice(1)],
  ['no end', (records: BackupRecord[]) => records.slice(0, -1)],
  ['a missing row', (records: BackupRecord[]) => records.toSpliced(2, 1)],
  ['an unknown state', withCell('submissions', 'state', 'sent')],
  ['a value of another type', withCell('submissions', 'attempts', 'many')],
  ['a row of an unknown workspace', withCell('submissions', 'workspace_id', 'nobody')],
  ['a malformed problem', withCell('submissions', 'problem', '[1]')],
  ['an unknown problem', withCell('submissions', 'problem', '{"code":"hacked"}')],
  ['an unknown problem of an imported row', withCell('import_rows', 'problems', '[{"code":"hacked"}]')],
  [
    'invalid values of a problem of an imported row',
    withCell(
      'import_rows',
      'problems',
      '[{"field":null,"code":"phone_of_country","values":{"country":"?"}}]',
    ),
  ],
  ['an unknown problem of a request', withCell('requests', 'problem', '{"code":"hacked"}')],
  ['an invalid address', withCell('workspaces', 'base_url', 'javascript:alert(1)')],
  ['a redirect that runs a script', withCell('workspaces', 'redirect_uri', 'javascript:alert(1)')],
  ['an issuer that is no address', withCell('workspaces', 'issuer', 'javascript:alert(1)')],
  ['an unencrypted address', withCell('workspaces', 'base_url', 'http://evil.example')],
  ['an unknown verdict', withCell('requests', 'verdict', 'perhaps')],
  ['a status without a facet', withCell('requests', 'status', 'NOWHERE')],
  ['a request in another workspace than its submission', withCell('requests', 'workspace_id', 'another')],
  ['a request with another id than in its submission', withCell('requests', 'request_id', 'other')],
  ['an unknown history code', withCell('history', 'code', 'hacked')],
  ['history values that do not match their code', withCell('history', 'code', 'status_changed')],
  ['history values that are not JSON', withCell('history', 'values_json', '{')],
])('rejects a backup with %s, and changes nothing', async (_what, change) => {
  expect(await forged(change)).toEqual(REFUSED);
});

it('rejects an answer that decompresses to an excessive size', async () => {
  const bomb = deflateSync(Buffer.alloc(64 * 1024 * 1024, 32));
  expect(bomb.length).toBeLessThan(100_000);
  const change = (records: BackupRecord[]): BackupRecord[] => {
    const at = records.findIndex((record) => record.kind === 'table' && record.table === 'answers');
    const row = { kind: 'row', values: [1, 64 * 1024 * 1024, bomb] } as const;
    const added = records.toSpliced(at + 1, 0, row);
    const rows = added.filter(({ kind }) => kind === 'row').length;
    return [...added.slice(0, -1), { kind: 'end', rows }];
  };
  expect(await forged(change)).toEqual(REFUSED);
});

it('rejects a backup of a newer version with its own code', async () => {
  const newest = migrations.at(-1)?.version ?? 0;
  const newer = (records: BackupRecord[]): BackupRecord[] =>
    records.map((record) =>
      record.kind === 'about' ? { kind: 'about', about: { ...record.about, schema: newest + 1 } } : record,
    );
  expect(await forged(newer)).toEqual({ code: 'backup_too_new', unchanged: true });
});

it('rejects a backup of a development version with its own code', async () => {
  const oldest = migrations[0]?.version ?? 0;
  const older = (records: BackupRecord[]): BackupRecord[] =>
    records.map((record) =>
      record.kind === 'about' ? { kind: 'about', about: { ...record.about, schema: oldest - 1 } } : record,
    );
  expect(await forged(older)).toEqual({ code: 'backup_too_old', unchanged: true });
});

it('restores a valid backup', async () => {
  expect(await forged((records) => records)).toEqual({ code: 'none', unchanged: false });
});
