import { existsSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FolderInUseError, FolderLock } from '../../../electron/storage/folder-lock.ts';
import { openStorage } from '../../../electron/storage/storage.ts';
import { DataFolderGoneError } from '../../../electron/storage/write-trouble.ts';
import { until } from '../../poll.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { sampleSubmission, sampleWorkspace } from '../sample-submission.ts';
import { WORKER_FILE } from './temporary-storage.ts';

const ANNAS = { host: 'annas-laptop', machine: 'a', boot: '1' };
const BENS = { host: 'bens-laptop', machine: 'b', boot: '2' };

/** Locks a folder as a computer does, with what it keeps outside in a folder of its own. */
function lockAs(folder: string, computer: typeof ANNAS, state = temporaryFolder()): FolderLock {
  const lock = new FolderLock(folder, state, computer);
  onTestFinished(() => lock.release());
  return lock;
}

function lockFile(folder: string): string {
  return join(folder, 'callboard.lock');
}

/** Makes the lock's file as old as if its holder had not written it for that long. */
function age(folder: string, seconds: number): void {
  const then = Date.now() / 1000 - seconds;
  utimesSync(lockFile(folder), then, then);
}

function refusal(run: () => unknown): string | null | undefined {
  try {
    run();
  } catch (error) {
    if (error instanceof FolderInUseError) return error.host;
    throw error;
  }
  return undefined;
}

test('a second computer is told who uses the folder, until that one lets it go', () => {
  const folder = temporaryFolder();
  const annas = lockAs(folder, ANNAS);
  expect(refusal(() => lockAs(folder, BENS))).toBe('annas-laptop');
  annas.release();
  expect(refusal(() => lockAs(folder, BENS))).toBeUndefined();
});

test('a computer that was silent for two minutes is not waited for, and finds out that the folder was taken', () => {
  const folder = temporaryFolder();
  const annas = lockAs(folder, ANNAS);
  age(folder, 119);
  expect(refusal(() => lockAs(folder, BENS))).toBe('annas-laptop');
  age(folder, 121);
  const bens = lockAs(folder, BENS);
  expect([annas.takenBy, bens.takenBy]).toEqual(['bens-laptop', undefined]);
  // It leaves the other's lock alone.
  annas.release();
  expect(JSON.parse(readFileSync(lockFile(folder), 'utf8'))).toMatchObject(BENS);
});

test('after a crash or a restart of the system, the same computer gets its folder back at once', () => {
  const folder = temporaryFolder();
  const left = lockAs(folder, ANNAS);
  const text = readFileSync(lockFile(folder), 'utf8');
  left.release();
  // Number 1 always runs, but after a restart of the system it is another process.
  writeFileSync(lockFile(folder), JSON.stringify({ ...JSON.parse(text), pid: 1, boot: 'before' }));
  expect(refusal(() => lockAs(folder, ANNAS).release())).toBeUndefined();
  writeFileSync(lockFile(folder), JSON.stringify({ ...JSON.parse(text), pid: 2 ** 22 + 1 }));
  expect(refusal(() => lockAs(folder, ANNAS).release())).toBeUndefined();
});

test('a lock that was copied with its folder keeps nobody out on the same computer', () => {
  const folder = temporaryFolder();
  const original = temporaryFolder();
  lockAs(original, ANNAS).release();
  const holder = { id: 'x', ...ANNAS, pid: process.ppid, ino: 'that of the original' };
  writeFileSync(lockFile(folder), JSON.stringify(holder));
  expect(refusal(() => lockAs(folder, ANNAS))).toBeUndefined();
});

test('an app that runs keeps its folder although the folder is removed and made anew', () => {
  const folder = join(temporaryFolder(), 'data');
  const state = temporaryFolder();
  const data = join(folder, '..');
  const first = lockAs(data, ANNAS, state);
  rmSync(lockFile(data));
  expect(refusal(() => lockAs(data, ANNAS, state))).toBeNull();
  expect([first.takenBy, existsSync(lockFile(data))]).toEqual([undefined, true]);
});

test('an unreadable lock counts until it is old', () => {
  const folder = temporaryFolder();
  writeFileSync(lockFile(folder), '');
  expect(refusal(() => lockAs(folder, ANNAS))).toBe('');
  age(folder, 121);
  expect(refusal(() => lockAs(folder, ANNAS))).toBeUndefined();
});

test('once another computer has the folder, nothing more is stored, and it is said', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'callboard.db');
  const storage = await openStorage(path, WORKER_FILE, undefined, undefined, temporaryFolder());
  onTestFinished(() => storage.close());
  await storage.stores.workspaces.save(sampleWorkspace(), 1);
  const other = `${lockFile(folder)}-other`;
  writeFileSync(other, JSON.stringify({ id: 'x', ...BENS, pid: 1, ino: '1' }));
  renameSync(other, lockFile(folder));
  await until('the notice', () => storage.locationChange()?.change === 'taken');
  expect(storage.locationChange()).toEqual({ change: 'taken', host: 'bens-laptop' });
  await expect(storage.stores.submissions.add([sampleSubmission()])).rejects.toBeInstanceOf(
    DataFolderGoneError,
  );
});
