import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PartialFiles } from '../../../electron/desktop/partial-files.ts';
import { expectMode } from '../../posix.ts';

function never(error: unknown): never {
  throw error;
}

function folders() {
  const base = mkdtempSync(join(tmpdir(), 'callboard-partial-'));
  onTestFinished(() => rmSync(base, { recursive: true }));
  const [userData, downloads] = [join(base, 'data'), join(base, 'downloads')];
  mkdirSync(userData);
  mkdirSync(downloads);
  return { userData, target: join(downloads, 'Requests.csv'), register: join(userData, 'growing-files') };
}

test('the next start deletes a temporary file that a killed run left', () => {
  const { userData, target, register } = folders();
  const partial = new PartialFiles(userData).begin(target);
  writeFileSync(partial, 'half a file');
  writeFileSync(target, 'an older one');
  expectMode(register, 0o700);
  new PartialFiles(userData).removeLeftovers(never);
  expect(existsSync(partial)).toBe(false);
  expect(existsSync(target)).toBe(true);
  expect(readdirSync(register)).toEqual([]);
});

test('a file whose folder is away stays registered, over starts, until the folder is back', () => {
  const { userData, target, register } = folders();
  const folder = dirname(target);
  const files = new PartialFiles(userData);
  const [killed, cut] = [files.begin(target), files.begin(target)];
  for (const partial of [killed, cut]) writeFileSync(partial, 'half a file');
  renameSync(folder, `${folder} away`);
  files.end(cut);
  for (let start = 0; start < 2; start += 1) new PartialFiles(userData).removeLeftovers(never);
  expect(readdirSync(register)).toHaveLength(2);
  renameSync(`${folder} away`, folder);
  const underWay = files.begin(target);
  writeFileSync(underWay, 'half a file');
  files.removeAway(never);
  expect([killed, cut, underWay].map((partial) => existsSync(partial))).toEqual([false, false, true]);
  expect(readdirSync(register)).toHaveLength(1);
});

test('a completed file is unregistered, and a registered path that is no temporary file is never deleted', () => {
  const { userData, target, register } = folders();
  const files = new PartialFiles(userData);
  files.removeLeftovers(never);
  files.end(files.begin(target));
  expect(readdirSync(register)).toEqual([]);
  writeFileSync(target, 'saved');
  writeFileSync(join(register, '0123abcd'), target);
  files.removeLeftovers(never);
  expect(existsSync(target)).toBe(true);
  expect(readdirSync(register)).toEqual([]);
});

test("a temporary path is given even if it can't be registered", () => {
  const { userData, target, register } = folders();
  writeFileSync(register, 'no folder');
  const files = new PartialFiles(userData);
  const partial = files.begin(target);
  expect(partial).toMatch(/\.part$/);
  files.end(partial);
  const troubles: unknown[] = [];
  files.removeLeftovers((error) => troubles.push(error));
  expect(troubles).toHaveLength(1);
});
