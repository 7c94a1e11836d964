import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import type { BackupContent, NewBackup } from '../../../electron/backup/backup-manager.ts';
import { expectMode } from '../../posix.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { addTracked, temporaryStorage } from '../storage/temporary-storage.ts';
import { archiveOf, backupFile, codeOf, gathered, PASSPHRASE, UNHURRIED } from './archive.ts';

const WORDS = ['Zebulon', 'Quist', '2025550199', 'request-1', 'SEALED-SECRET', 'acme', PASSPHRASE];

it('makes an encrypted file without secrets, stages it privately, and deletes the staged data', {
  timeout: 180_000,
}, async () => {
  const old = await temporaryStorage();
  await addTracked(old, 'request-1', { candidateName: 'Zebulon Quist', phoneNumber: '+12025550199' });
  await old.stores.secrets.save('workspace-1', 'client_secret', Buffer.from('SEALED-SECRET'), []);
  const about = { madeAt: 5000, madeBy: '1.2.3', settings: { undoSeconds: 30 }, numberKeys: {} };
  const file = join(temporaryFolder(), 'made.callboard-backup');
  const maker = archiveOf(old.path, { workFactor: 'of the app' });
  await maker.make(
    () => ({ passphrase: PASSPHRASE, ...about }),
    UNHURRIED,
    ({ pieces }) => writeFile(file, pieces),
  );
  expect(readdirSync(maker.folder)).toEqual([]);
  const encrypted = readFileSync(file);
  expect(encrypted.toString('latin1', 0, 200)).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S{22} 18\n/);
  expect(WORDS.filter((word) => encrypted.includes(word))).toEqual([]);

  const here = await temporaryStorage();
  const archive = archiveOf(here.path);
  // With a fast work factor; end to end, backups are restored that the app made.
  const quick = await backupFile(old.path, about);
  const { contents, settings } = await archive.open(quick, PASSPHRASE, UNHURRIED);
  expect(contents).toMatchObject({ madeAt: 5000, madeBy: '1.2.3', toDecide: 0 });
  expect(settings).toEqual({ undoSeconds: 30 });
  expect(readdirSync(archive.folder)).toEqual(['opened.db']);
  const staged = join(archive.folder, 'opened.db');
  expectMode(staged, 0o600);
  expectMode(archive.folder, 0o700);
  expect(readFileSync(staged).includes('SEALED-SECRET')).toBe(false);
  const report = await archive.restore({ now: 9000, numberKeys: {} }, UNHURRIED);
  expect(report.requests).toBe(1);
  await archive.discard();
  expect(existsSync(archive.folder)).toBe(false);
});

it('reports what is wrong with a file, and leaves nothing of it staged', async () => {
  const old = await temporaryStorage();
  await addTracked(old, 'request-1');
  const archive = archiveOf(old.path);
  const file = await backupFile(old.path);
  const open = (path: string, passphrase = PASSPHRASE) => codeOf(archive.open(path, passphrase, UNHURRIED));

  expect(await open(file, 'seven green umbrellas ran')).toBe('wrong_passphrase');
  expect(await open(join(temporaryFolder(), 'gone.callboard-backup'))).toBe('backup_unreadable');
  const other = join(temporaryFolder(), 'notes.txt');
  writeFileSync(other, 'Callboard is a nice app');
  expect(await open(other)).toBe('not_a_backup');
  truncateSync(file, statSync(file).size - 20);
  expect(await open(file)).toBe('backup_damaged');
  expect(existsSync(archive.folder)).toBe(false);
});

it('can be cancelled while opening, making and restoring a backup, without changing the database', async () => {
  const old = await temporaryStorage();
  await addTracked(old, 'request-1');
  const archive = archiveOf(old.path);
  const file = await backupFile(old.path);
  const stopped = { signal: AbortSignal.abort(), onProgress: () => undefined };
  expect(await codeOf(archive.open(file, PASSPHRASE, stopped))).toBe('cancelled');
  expect(existsSync(archive.folder)).toBe(false);
  const making = archive.make(backupOf({}), stopped, ({ pieces }) => gathered(pieces));
  expect(await codeOf(making)).toBe('cancelled');
  expect(await codeOf(archive.startOver(9000, stopped))).toBe('cancelled');
  expect(readdirSync(dirname(old.path)).filter((name) => name.includes('started-over'))).toEqual([]);
  expect(await old.stores.requests.count('workspace-1')).toBe(1);
  const here = await temporaryStorage();
  const there = archiveOf(here.path);
  await there.open(file, PASSPHRASE, UNHURRIED);
  const before = readFileSync(here.path);
  expect(await codeOf(there.restore({ now: 9000, numberKeys: {} }, stopped))).toBe('cancelled');
  expect(readFileSync(here.path).equals(before)).toBe(true);
});

it.each([
  ['cut off', (file: string) => truncateSync(file, statSync(file).size - 20)],
  ['gone', (file: string) => rmSync(file)],
])('calls a backup not made whose file is %s once it was written', async (_what, spoil) => {
  const old = await temporaryStorage();
  await addTracked(old, 'request-1');
  const archive = archiveOf(old.path);
  const file = join(temporaryFolder(), 'made.callboard-backup');
  const made = archive.make(backupOf({}), UNHURRIED, async ({ pieces, check }) => {
    await writeFile(file, pieces);
    spoil(file);
    await check(file);
  });
  await expect(made).rejects.toMatchObject({
    failure: { error: { code: 'backup_not_read_back', values: { why: 'file' } } },
  });
  expect(readdirSync(archive.folder)).toEqual([]);
});

it('calls a backup not made that no restore would accept', async () => {
  const old = await temporaryStorage();
  await addTracked(old, 'request-1');
  const file = join(temporaryFolder(), 'made.callboard-backup');
  const write = async ({ pieces, check }: BackupContent): Promise<void> => {
    await writeFile(file, pieces);
    await check(file);
  };
  const unread = { failure: { error: { code: 'backup_not_read_back', values: { why: 'data' } } } };
  const misshapen = backupOf({ numberKeys: { 'not an id': 'no key' } });
  await expect(archiveOf(old.path).make(misshapen, UNHURRIED, write)).rejects.toMatchObject(unread);
  const db = new DatabaseSync(old.path);
  db.exec("UPDATE requests SET status = 'NOWHERE'");
  db.close();
  await expect(archiveOf(old.path).make(backupOf({}), UNHURRIED, write)).rejects.toMatchObject(unread);
});

function backupOf(changes: Partial<NewBackup>): () => NewBackup {
  return () => ({
    passphrase: PASSPHRASE,
    madeAt: 1,
    madeBy: '1',
    settings: {},
    numberKeys: {},
    ...changes,
  });
}
