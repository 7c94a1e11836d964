import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WindowMemory } from '../../../electron/desktop/window-memory.ts';
import { temporaryFolder } from '../../temp-folder.ts';

const PLACE = { x: 10, y: 20, width: 900, height: 700 };

function memoryIn(folder: string) {
  const troubles: unknown[] = [];
  return { memory: new WindowMemory(folder, (error) => troubles.push(error)), troubles };
}

test('how the window was left is there at the next start, for this user alone', () => {
  const folder = temporaryFolder();
  const { memory } = memoryIn(folder);
  expect(memory.get()).toEqual({
    maximized: false,
    fullScreen: false,
    zoom: 0,
    lookedAt: 0,
    colorScheme: 'auto',
  });
  memory.keep({ place: PLACE, maximized: true, zoom: 1.5, lookedAt: 5000 });
  memory.keep({ fullScreen: true, colorScheme: 'dark' });
  expect(memoryIn(folder).memory.get()).toEqual({
    place: PLACE,
    maximized: true,
    fullScreen: true,
    zoom: 1.5,
    lookedAt: 5000,
    colorScheme: 'dark',
  });
  if (process.platform !== 'win32') expect(statSync(join(folder, 'window.json')).mode & 0o777).toBe(0o600);
  expect(existsSync(join(folder, 'window.json.new'))).toBe(false);
});

test.each([
  ['no JSON', '{"place":'],
  ['another thing', '[1,2]'],
  ['zeros', '\0\0\0\0'],
  ['nothing', ''],
])('a damaged file (%s) counts as none and is replaced', (_what, text) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'window.json'), text);
  const { memory, troubles } = memoryIn(folder);
  expect(memory.get().place).toBeUndefined();
  memory.keep({ place: PLACE });
  expect(JSON.parse(readFileSync(join(folder, 'window.json'), 'utf8'))).toMatchObject({ place: PLACE });
  expect(troubles).toEqual([]);
});

test('values that no window can have are left out, the others kept', () => {
  const folder = temporaryFolder();
  const text = JSON.stringify({
    place: { ...PLACE, width: -1 },
    maximized: 'yes',
    zoom: 900,
    fullScreen: true,
    colorScheme: 'purple',
  });
  writeFileSync(join(folder, 'window.json'), text);
  expect(memoryIn(folder).memory.get()).toEqual({
    place: undefined,
    maximized: false,
    fullScreen: true,
    zoom: 0,
    lookedAt: 0,
    colorScheme: 'auto',
  });
});

test('a file that cannot be written is reported, and what was to be kept holds for this run', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'window.json'));
  const { memory, troubles } = memoryIn(folder);
  memory.keep({ place: PLACE });
  expect(memory.get().place).toEqual(PLACE);
  expect(troubles).toHaveLength(1);
});
