import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PartialFiles } from '../../../electron/desktop/partial-files.ts';

function never(error: unknown): never {
  throw error;
}

function folders() {
  const base = mkdtempSync(join(tmpdir(), 'callboard-growing-'));
  onTestFinished(() => rmSync(base, { recursive: true }));
  const [userData, downloads] = [join(base, 'data'), join(base, 'downloads')];
  mkdirSync(userData);
  mkdirSync(downloads);
  return { userData, place: join(downloads, 'Requests.csv'), noted: join(userData, 'growing-files') };
}

test('removes at the next start what a killed run left beside its place, and forgets it', () => {
  const { userData, place, noted } = folders();
  const growing = new PartialFiles(userData).begin(place);
  writeFileSync(growing, 'half a file');
  writeFileSync(place, 'an older one');
  expect(statSync(noted).mode & 0o077).toBe(0);
  new PartialFiles(userData).removeLeft(never);
  expect(existsSync(growing)).toBe(false);
  expect(existsSync(place)).toBe(true);
  expect(readdirSync(noted)).toEqual([]);
});

test('keeps nothing of a file that came to its end, and removes no file of another name', () => {
  const { userData, place, noted } = folders();
  const files = new PartialFiles(userData);
  files.removeLeft(never);
  files.end(files.begin(place));
  expect(readdirSync(noted)).toEqual([]);
  writeFileSync(place, 'saved');
  writeFileSync(join(noted, '0123abcd'), place);
  files.removeLeft(never);
  expect(existsSync(place)).toBe(true);
  expect(readdirSync(noted)).toEqual([]);
});

test('still names a place where nothing can be written down here', () => {
  const { userData, place, noted } = folders();
  writeFileSync(noted, 'no folder');
  const files = new PartialFiles(userData);
  const growing = files.begin(place);
  expect(growing).toMatch(/\.part$/);
  files.end(growing);
  const troubles: unknown[] = [];
  files.removeLeft((error) => troubles.push(error));
  expect(troubles).toHaveLength(1);
});
