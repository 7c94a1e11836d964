import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { SettingsStore } from '../../../electron/desktop/settings-store.ts';
import { expectMode } from '../../posix.ts';
import { temporaryFolder } from '../../temp-folder.ts';

const fileIn = (folder: string): string => join(folder, 'settings.json');
const stored = (folder: string): unknown => JSON.parse(readFileSync(fileIn(folder), 'utf8'));

test('a new user has the default settings, and no file before the first change', () => {
  const folder = temporaryFolder();
  const store = new SettingsStore(folder);
  expect(store.read()).toMatchObject({ queuePaused: false, colorScheme: 'auto' });
  expect(store.putAside).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});

test('changes are reported and stored, readable by this user only', () => {
  const folder = temporaryFolder();
  const store = new SettingsStore(folder);
  const told: unknown[] = [];
  store.onChange((now, changes) => told.push([now.queuePaused, changes]));
  expect(store.change({ queuePaused: true }).queuePaused).toBe(true);
  store.change({ colorScheme: 'dark' });
  expect(told).toEqual([
    [true, { queuePaused: true }],
    [true, { colorScheme: 'dark' }],
  ]);
  expect(new SettingsStore(folder).read()).toMatchObject({ queuePaused: true, colorScheme: 'dark' });
  expectMode(fileIn(folder), 0o600);
  expect(readdirSync(folder)).toEqual(['settings.json']);
});

test('fields of another version are kept', () => {
  const folder = temporaryFolder();
  writeFileSync(fileIn(folder), JSON.stringify({ queuePaused: true, ofTomorrow: { a: [1] } }));
  new SettingsStore(folder).change({ colorScheme: 'light' });
  expect(stored(folder)).toMatchObject({ queuePaused: true, colorScheme: 'light', ofTomorrow: { a: [1] } });
});

test('an invalid setting gets its default, the others are kept', () => {
  const folder = temporaryFolder();
  writeFileSync(fileIn(folder), JSON.stringify({ colorScheme: 'purple', queuePaused: true }));
  const store = new SettingsStore(folder);
  expect(store.read()).toMatchObject({ colorScheme: 'auto', queuePaused: true });
  expect(store.putAside).toBeUndefined();
});

test.each([
  ['truncated', '{"queuePaused":'],
  ['an array', '[1,2]'],
  ['a string', '"dark"'],
  ['null bytes', '\0\0\0\0'],
  ['empty', ''],
])('a damaged file (%s) is put aside and reported, never overwritten', (_what, text) => {
  const folder = temporaryFolder();
  writeFileSync(fileIn(folder), text);
  const store = new SettingsStore(folder);
  expect(store.read()).toMatchObject({ colorScheme: 'auto', queuePaused: false });
  const { putAside = '' } = store;
  expect(putAside.startsWith(`${fileIn(folder)}.damaged-`)).toBe(true);
  expect(readFileSync(putAside, 'utf8')).toBe(text);
  store.change({ queuePaused: true });
  expect(stored(folder)).toMatchObject({ queuePaused: true });
  expect(readFileSync(putAside, 'utf8')).toBe(text);
});

test("a second file damaged within the same second doesn't replace the first", () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 22, 8, 30) });
  onTestFinished(() => void vi.useRealTimers());
  const folder = temporaryFolder();
  const asides = ['first', 'second'].map((text) => {
    writeFileSync(fileIn(folder), text);
    return new SettingsStore(folder).putAside ?? '';
  });
  expect(asides.map((path) => readFileSync(path, 'utf8'))).toEqual(['first', 'second']);
});

test("a change that can't be written has no effect", () => {
  const folder = temporaryFolder();
  const store = new SettingsStore(folder);
  store.change({ colorScheme: 'dark' });
  // A folder blocks the temporary file's name.
  mkdirSync(`${fileIn(folder)}.new`);
  expect(() => store.change({ colorScheme: 'light' })).toThrow('EISDIR');
  expect(store.read().colorScheme).toBe('dark');
  expect(stored(folder)).toMatchObject({ colorScheme: 'dark' });
});

test("a folder in the file's place is put aside", () => {
  const folder = temporaryFolder();
  mkdirSync(fileIn(folder));
  const { putAside = '' } = new SettingsStore(folder);
  expect(existsSync(putAside)).toBe(true);
  expect(existsSync(fileIn(folder))).toBe(false);
});

test.runIf(spawnSync('prlimit', ['--version']).status === 0)(
  'a change that only partly fits on the disk leaves the file as it was',
  { meta: { needs: 'the program prlimit' } },
  () => {
    const folder = temporaryFolder();
    new SettingsStore(folder).change({ colorScheme: 'dark' });
    const before = readFileSync(fileIn(folder), 'utf8');
    const store = new URL('../../../electron/desktop/settings-store.ts', import.meta.url);
    const script = `
      const { SettingsStore } = await import('${store}');
      const gridLayouts = Object.fromEntries(Array.from({ length: 500 }, (_, at) => ['workspace-' + at, {}]));
      try { new SettingsStore(process.argv[1]).change({ gridLayouts }); process.exitCode = 7; }
      catch (error) { process.exitCode = error.code === 'EFBIG' ? 0 : 8; }`;
    const args = ['--fsize=4096', process.execPath, '--input-type=module', '--eval', script, folder];
    expect(spawnSync('prlimit', args, { encoding: 'utf8' })).toMatchObject({ status: 0 });
    expect(readFileSync(fileIn(folder), 'utf8')).toBe(before);
  },
);
