import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WindowStateStore } from '../../../electron/desktop/window-state-store.ts';
import { expectMode } from '../../posix.ts';
import { temporaryFolder } from '../../temp-folder.ts';

const BOUNDS = { x: 10, y: 20, width: 900, height: 700 };

function storeIn(folder: string) {
  const errors: unknown[] = [];
  return { store: new WindowStateStore(folder, (error) => errors.push(error)), errors };
}

test("the window's state is stored, readable by this user only", () => {
  const folder = temporaryFolder();
  const { store } = storeIn(folder);
  expect(store.get()).toEqual({
    maximized: false,
    fullScreen: false,
    zoom: 0,
    lookedAt: 0,
    colorScheme: 'auto',
  });
  store.save({ place: BOUNDS, maximized: true, zoom: 1.5, lookedAt: 5000 });
  store.save({ fullScreen: true, colorScheme: 'dark' });
  expect(storeIn(folder).store.get()).toEqual({
    place: BOUNDS,
    maximized: true,
    fullScreen: true,
    zoom: 1.5,
    lookedAt: 5000,
    colorScheme: 'dark',
  });
  expectMode(join(folder, 'window.json'), 0o600);
  expect(existsSync(join(folder, 'window.json.new'))).toBe(false);
});

test.each([
  ['truncated', '{"place":'],
  ['an array', '[1,2]'],
  ['null bytes', '\0\0\0\0'],
  ['empty', ''],
])('a damaged file (%s) is ignored and replaced', (_what, text) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'window.json'), text);
  const { store, errors } = storeIn(folder);
  expect(store.get().place).toBeUndefined();
  store.save({ place: BOUNDS });
  expect(JSON.parse(readFileSync(join(folder, 'window.json'), 'utf8'))).toMatchObject({ place: BOUNDS });
  expect(errors).toEqual([]);
});

test('impossible values get their defaults, the others are kept', () => {
  const folder = temporaryFolder();
  const text = JSON.stringify({
    place: { ...BOUNDS, width: -1 },
    maximized: 'yes',
    zoom: 900,
    fullScreen: true,
    colorScheme: 'purple',
  });
  writeFileSync(join(folder, 'window.json'), text);
  expect(storeIn(folder).store.get()).toEqual({
    place: undefined,
    maximized: false,
    fullScreen: true,
    zoom: 0,
    lookedAt: 0,
    colorScheme: 'auto',
  });
});

test("a file that can't be written is reported, and the state is kept in memory", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'window.json'));
  const { store, errors } = storeIn(folder);
  store.save({ place: BOUNDS });
  expect(store.get().place).toEqual(BOUNDS);
  expect(errors).toHaveLength(1);
});
