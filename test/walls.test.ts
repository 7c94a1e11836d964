import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

const breaches = [
  ['electron/auth', 'electron'],
  ['electron/service', '../storage/storage.ts'],
  ['electron/submissions', '../desktop/main-window.ts'],
  ['electron/diagnostics', 'electron-log/node'],
  ['electron/tracking', '../ipc/handlers.ts'],
  ['electron/imports', '../storage/storage.ts'],
  ['electron/reports', 'electron'],
  ['electron/reports', '../storage/storage.ts'],
  ['electron/updates', 'electron-updater'],
  ['electron/workspaces', 'electron'],
  ['electron/any-new-domain', 'electron'],
  ['electron/any-new-domain', '../storage/storage.ts'],
  ['electron/storage', 'electron'],
  ['electron/storage', '../../shared/words/history-words.ts'],
  ['electron/desktop', '../../renderer/api/api.ts'],
  ['shared', 'node:fs'],
  ['shared', '../electron/main.ts'],
  ['renderer/shell', 'electron'],
  ['renderer/shell', 'undici'],
  ['renderer/features/outbox', '../requests/requests-page.tsx'],
  ['renderer/features/outbox', '../../../electron/main.ts'],
  ['renderer/features/outbox', '../../shell/shell.tsx'],
  ['renderer/parts/page', '../../shell/shell.tsx'],
  ['renderer/parts/page', '../../features/requests/requests-page.tsx'],
  ['renderer/parts/page', 'undici'],
  ['renderer/routes', '../shell/shell.tsx'],
  ['renderer/api', '../features/requests/list-state.ts'],
  ['renderer/theme', '../shell/shell.tsx'],
  ['practice', '../electron/service/answer-text.ts'],
  ['preview', '../electron/storage/storage.ts'],
] as const;

const allowed = [
  ['electron/auth', '../../shared/result.ts'],
  ['electron/auth', '../../shared/ipc/contract.ts'],
  ['electron/storage', '../submissions/transition.ts'],
  ['electron/storage', '../../shared/history-event.ts'],
  ['electron/desktop', 'electron'],
  ['renderer/features/outbox', '../../parts/status/status.tsx'],
  ['renderer/shell', '../parts/page/page.tsx'],
] as const;

/** A tree with the project's rules and one file per import: the linter's word on all of them, asked for once. */
const tree = mkdtempSync(join(tmpdir(), 'callboard-walls-'));
let said = '';

const fileOf = (folder: string, imported: string): string =>
  join(folder, `${imported.replaceAll(/\W+/g, '-')}-x.ts`);

beforeAll(() => {
  copyFileSync(join(root, 'biome.json'), join(tree, 'biome.json'));
  for (const [folder, imported] of [...breaches, ...allowed]) {
    const file = join(tree, fileOf(folder, imported));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `import { x } from '${imported}';\n\nexport const y = x;\n`);
  }
  const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const flags = ['lint', '--vcs-enabled=false', '--reporter=github', '--max-diagnostics=none', '.'];
  said = spawnSync(process.execPath, [biome, ...flags], { cwd: tree, encoding: 'utf8' }).stdout;
});

afterAll(() => rmSync(tree, { recursive: true, force: true }));

function isRefused(folder: string, imported: string): boolean {
  const file = fileOf(folder, imported).replaceAll('\\', '/');
  return said
    .split('\n')
    .some((line) => line.includes('noRestrictedImports') && line.includes(`/${file},line=`));
}

describe('the walls between the parts are lint errors', () => {
  test.each(breaches)('%s may not import %s', (folder, imported) => {
    expect(isRefused(folder, imported)).toBe(true);
  });

  test.each(allowed)('%s may import %s', (folder, imported) => {
    expect(isRefused(folder, imported)).toBe(false);
  });
});

/** What each file of the window loads with itself: neither types nor what it imports later. */
const imports = new Map(
  globSync('renderer/**/*.{ts,tsx}', { cwd: root }).map((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    const found = source.matchAll(/^(?:import|export) (?!type\b)(?:[^;']* from )?'(\.[^']+\.tsx?)'/gm);
    return [file, [...found].map(([, path = '']) => normalize(join(dirname(file), path)))];
  }),
);

/** The first way on which a file of the window comes back to itself. */
function firstCycle(): readonly string[] {
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): readonly string[] => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return [];
    for (const next of imports.get(file) ?? []) {
      const cycle = visit(next, [...way, file]);
      if (cycle.length > 0) return cycle;
    }
    done.add(file);
    return [];
  };
  for (const file of imports.keys()) {
    const cycle = visit(file, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

test('no file of the renderer imports itself by way of others', () => {
  expect(imports.get(normalize('renderer/app.tsx'))).toContain(normalize('renderer/shell/shell.tsx'));
  expect(firstCycle()).toEqual([]);
});
