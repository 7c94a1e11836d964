import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildIfChanged } from '../../scripts/build.ts';
import { startupScripts } from '../bench/startup-bundle.ts';
import { FILES_BEFORE_FIRST_SCREEN, STARTUP_SCRIPT_BYTES } from './budgets.ts';

const root = join(import.meta.dirname, '../..');
const renderer = join(root, 'out/renderer');
const mantine = join(root, 'node_modules/@mantine/core/styles');

// Long only where something has changed since the last build.
beforeAll(buildIfChanged, 120_000);

/** What the window may show first, with what is loaded for it on top of the shell and the list. */
const FIRST_SCREENS = {
  'the tracked requests': [],
  'the welcome of a new profile': ['welcome-page'],
  'the sign-in': ['sign-in-page'],
};

test.for(Object.entries(FIRST_SCREENS))('%s need no more JavaScript than they may', ([, lazily]) => {
  const { names, gzipped } = startupScripts(renderer, lazily);
  expect(gzipped, names.join(', ')).toBeLessThanOrEqual(STARTUP_SCRIPT_BYTES);
});

test('the first screen comes in few files', () => {
  const page = readFileSync(join(renderer, 'index.html'), 'utf8');
  const asked = page.match(/(?:src|href)="\.\/assets\/[^"]+"/g) ?? [];
  expect(asked.length, asked.join(', ')).toBeLessThanOrEqual(FILES_BEFORE_FIRST_SCREEN);
});

test('the window has the style of every Mantine part in it, and of no other', () => {
  const drawn = classesIn('js');
  const styled = classesIn('css');
  for (const file of readdirSync(mantine).filter((name) => /^[A-Z]\w+\.css$/.test(name))) {
    const classes = [...mantineClasses(readFileSync(join(mantine, file), 'utf8'))];
    const uses = classes.some((each) => drawn.has(each));
    expect(styled.has(classes[0] ?? ''), `${file} in renderer/theme/mantine-styles.ts`).toBe(uses);
  }
});

function classesIn(extension: string): Set<string> {
  const files = globSync(`assets/*.${extension}`, { cwd: renderer });
  return mantineClasses(files.map((file) => readFileSync(join(renderer, file), 'utf8')).join('\n'));
}

/** The names that Mantine gives its classes. */
function mantineClasses(text: string): Set<string> {
  return new Set(text.match(/\bm_[0-9a-f]{5,8}\b/g));
}
