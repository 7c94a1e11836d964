import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildIfChanged } from '../../scripts/build.ts';
import { startupScripts } from '../bench/startup-bundle.ts';
import { FILES_BEFORE_FIRST_SCREEN, STARTUP_SCRIPT_BYTES } from './budgets.ts';

const root = join(import.meta.dirname, '../..');
const renderer = join(root, 'out/renderer');
const mantine = join(root, 'node_modules/@mantine/core/styles');

// Slow only if sources have changed since the last build.
beforeAll(buildIfChanged, 120_000);

/** Possible first screens, with the modules they load in addition to the shell and the list. */
const FIRST_SCREENS = {
  'the tracked requests': [],
  'the welcome of a new profile': ['welcome-page'],
  'the sign-in': ['sign-in-page'],
};

test.for(Object.entries(FIRST_SCREENS))('%s stay within the JavaScript budget', ([, lazily]) => {
  const { names, gzipped } = startupScripts(renderer, lazily);
  expect(gzipped, names.join(', ')).toBeLessThanOrEqual(STARTUP_SCRIPT_BYTES);
});

test('the first screen stays within the budget of files', () => {
  const page = readFileSync(join(renderer, 'index.html'), 'utf8');
  const asked = page.match(/(?:src|href)="\.\/assets\/[^"]+"/g) ?? [];
  expect(asked.length, asked.join(', ')).toBeLessThanOrEqual(FILES_BEFORE_FIRST_SCREEN);
});

test('the window includes the styles of exactly the Mantine components it uses', () => {
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

/** Mantine's class names. */
function mantineClasses(text: string): Set<string> {
  return new Set(text.match(/\bm_[0-9a-f]{5,8}\b/g));
}
