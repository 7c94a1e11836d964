import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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
