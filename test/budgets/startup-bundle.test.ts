import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildIfChanged } from '../../scripts/build.ts';
import { FILES_BEFORE_FIRST_SCREEN } from './budgets.ts';

const root = join(import.meta.dirname, '../..');
const renderer = join(root, 'out/renderer');
const mantine = join(root, 'node_modules/@mantine/core/styles');

// Slow only if sources have changed since the last build.
beforeAll(buildIfChanged, 120_000);

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
