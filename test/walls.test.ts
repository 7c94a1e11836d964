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
  ['electron/tracking', '../ipc/handlers.ts'],
  ['electron/imports', '../storage/storage.ts'],
  ['electron/reports', 'electron'],
  ['electron/reports', '../storage/storage.ts'],
  ['electron/updates', 'electron-updater'],
  ['electron/workspaces', 'electron'],
  ['electron/any-new-domain', 'electron'],
  ['electron/any-new-domain', '../storage/storage.ts'],
  ['electron/any-new-domain', '../storage/stores/index.ts'],
  ['electron/storage', 'electron'],
  ['electron/storage', '../../shared/words/history-words.ts'],
  ['electron/desktop', '../../renderer/api/api.ts'],
  ['shared', 'node:fs'],
  ['shared', '../electron/main.ts'],
  ['renderer/shell', 'electron'],
  ['renderer/shell', 'undici'],
  ['renderer/features/outbox', '../../../electron/main.ts'],
  ['renderer/features/outbox', '../../shell/shell.tsx'],
  ['renderer/parts', '../shell/shell.tsx'],
  ['renderer/parts', '../features/requests/requests-list.tsx'],
  ['renderer/parts', 'undici'],
  ['renderer/routes', '../shell/shell.tsx'],
  ['renderer/api', '../features/requests/list-state.ts'],
  ['renderer/theme', '../shell/shell.tsx'],
  ['practice', '../electron/service/exchange.ts'],
  ['preview', '../electron/storage/storage.ts'],
] as const;

const allowed = [
  ['electron/auth', '../../shared/result.ts'],
  ['electron/auth', '../../shared/ipc/contract.ts'],
  ['electron/storage', '../submissions/transition.ts'],
  ['electron/storage', '../../shared/history-event.ts'],
  ['electron/desktop', 'electron'],
  ['renderer/features/outbox', '../../parts/status.tsx'],
  ['renderer/features/outbox', '../do-not-call/not-to-call.tsx'],
  ['renderer/shell', '../parts/page.tsx'],
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

  test('the domain may import the type of the stores, and nothing else of the storage', () => {
    const file = readFileSync(join(root, 'electron/submissions/delivery.ts'), 'utf8');
    expect(file).toContain("import type { Stores } from '../storage/stores/index.ts'");
    expect(isRefused('electron/any-new-domain', '../storage/stores/index.ts')).toBe(true);
  });
});

/** What each file loads with itself: what it imports later is left out, and types, too, unless they are asked for. */
function importsOf(files: string, { withTypes }: { withTypes: boolean }): Map<string, readonly string[]> {
  const pattern = withTypes
    ? /^(?:import|export) (?:[^;']* from )?'(\.[^']+\.tsx?)'/gm
    : /^(?:import|export) (?!type\b)(?:[^;']* from )?'(\.[^']+\.tsx?)'/gm;
  return new Map(
    globSync(files, { cwd: root }).map((file) => {
      const found = readFileSync(join(root, file), 'utf8').matchAll(pattern);
      return [file, [...found].map(([, path = '']) => normalize(join(dirname(file), path)))];
    }),
  );
}

/** The first way on which a part comes back to itself. */
function firstCycle(imports: ReadonlyMap<string, Iterable<string>>): readonly string[] {
  const done = new Set<string>();
  const visit = (part: string, way: readonly string[]): readonly string[] => {
    if (way.includes(part)) return [...way.slice(way.indexOf(part)), part];
    if (done.has(part)) return [];
    for (const next of imports.get(part) ?? []) {
      const cycle = visit(next, [...way, part]);
      if (cycle.length > 0) return cycle;
    }
    done.add(part);
    return [];
  };
  for (const part of imports.keys()) {
    const cycle = visit(part, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

test('no file of the window imports itself by way of others', () => {
  const imports = importsOf('renderer/**/*.{ts,tsx}', { withTypes: false });
  expect(imports.get(normalize('renderer/app.tsx'))).toContain(normalize('renderer/shell/shell.tsx'));
  expect(firstCycle(imports)).toEqual([]);
});

test('features import each other one way, not even for types otherwise', () => {
  const features = new Map<string, Set<string>>();
  for (const [file, imported] of importsOf('renderer/features/**/*.{ts,tsx}', { withTypes: true })) {
    const [, , feature = ''] = file.split(/[\\/]/);
    const others = imported
      .map((other) => other.split(/[\\/]/))
      .filter(([, folder]) => folder === 'features');
    const names = others.map(([, , other = '']) => other).filter((other) => other !== feature);
    features.set(feature, new Set([...(features.get(feature) ?? []), ...names]));
  }
  expect(features.get('outbox')).toContain('do-not-call');
  expect(firstCycle(features)).toEqual([]);
});

test('no folder of the main process imports itself by way of others, not even for types but that of the stores', () => {
  const folders = new Map<string, Set<string>>();
  const typeOfStores = normalize('electron/storage/stores/index.ts');
  for (const [file, imported] of importsOf('electron/*/**/*.ts', { withTypes: true })) {
    const folder = folderOf(file);
    const others = imported
      .filter((each) => each !== typeOfStores)
      .map(folderOf)
      .filter((other) => other !== folder && other !== '');
    folders.set(folder, new Set([...(folders.get(folder) ?? []), ...others]));
  }
  expect(folders.get('auth')).toContain('network');
  expect(firstCycle(folders)).toEqual([]);
});

/** `auth` of `electron/auth/session.ts`; nothing of a file that lies elsewhere. */
function folderOf(file: string): string {
  const [top, folder = '', ...rest] = file.split(/[\\/]/);
  return top === 'electron' && rest.length > 0 ? folder : '';
}
