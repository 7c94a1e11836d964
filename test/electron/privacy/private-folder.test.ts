import { chmodSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makePrivate, putAsideFiles, removePutAside } from '../../../electron/privacy/private-folder.ts';
import { isPosix } from '../../posix.ts';
import { temporaryFolder } from '../../temp-folder.ts';

function modeOf(path: string): number {
  return lstatSync(path).mode & 0o777;
}

test.skipIf(!isPosix)(
  'makes a folder and all files in it private to this user, but not the targets of links',
  { meta: { needs: 'permissions of POSIX' } },
  () => {
    const folder = join(temporaryFolder(), 'data');
    const outside = join(temporaryFolder(), 'outside.txt');
    writeFileSync(outside, 'another', { mode: 0o644 });
    chmodSync(outside, 0o644);
    makePrivate(folder);
    expect(modeOf(folder)).toBe(0o700);
    mkdirSync(join(folder, 'Cache', 'deep'), { recursive: true });
    const files = ['callboard.db', 'callboard.db-wal', 'settings.json', 'Cache/deep/data_0', '.x.part'];
    for (const file of files) writeFileSync(join(folder, file), 'x');
    for (const file of files) chmodSync(join(folder, file), 0o666);
    for (const each of ['', 'Cache', 'Cache/deep']) chmodSync(join(folder, each), 0o777);
    symlinkSync(outside, join(folder, 'link'));
    makePrivate(folder);
    expect(files.map((file) => modeOf(join(folder, file)))).toEqual(files.map(() => 0o600));
    expect(['', 'Cache', 'Cache/deep'].map((each) => modeOf(join(folder, each)))).toEqual([
      0o700, 0o700, 0o700,
    ]);
    expect(modeOf(outside)).toBe(0o644);
  },
);

test('lists put-aside files with their journals, and never deletes any other file', () => {
  const folder = temporaryFolder();
  const aside = [
    'callboard.db.damaged-2026-01-02T03-04-05',
    'callboard.db.damaged-2026-01-02T03-04-05-wal',
    'settings.json.damaged-2026-01-02T03-04-05',
  ];
  for (const name of [...aside, 'callboard.db', 'settings.json']) writeFileSync(join(folder, name), '12345');
  expect(putAsideFiles(folder)).toEqual(aside.map((name) => ({ name, bytes: 5 })));
  expect(
    removePutAside(folder, ['callboard.db', `../${folder}/settings.json`, ...aside, ...aside.slice(1)]),
  ).toBe(3);
  expect(readdirSync(folder).toSorted()).toEqual(['callboard.db', 'settings.json']);
});
