import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createPackage, createPackageWithOptions, getRawHeader } from '@electron/asar';
import { describe, expect, test } from 'vitest';
import { archiveProblems } from '../../scripts/packaging/archive-contents.ts';
import { until } from '../poll.ts';
import { temporaryFolder } from '../temp-folder.ts';

const MANIFEST = {
  name: 'callboard',
  main: 'out/main/main.js',
  desktopName: 'app.callboard.desktop',
};
const GOOD: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify(MANIFEST),
  'out/main/main.js': 'export {};\n//#region electron/main.ts\n',
  'out/main/storage-worker.js': 'export {};\n',
  'out/main/backup-worker.js': 'export {};\n',
  'out/main/check-worker.js': 'export {};\n',
  'out/main/icons/app.png': 'picture',
  'out/main/icons/trayTemplate.png': 'picture',
  'out/preload/preload.cjs': '"use strict";\n',
  'out/renderer/index.html': '<!doctype html>\n',
  'team/schema.sql': 'begin;\n',
  'out/renderer/assets/index-Ab1_c-2.js': 'void 0;\n',
};

/** Problems of an archive with these files added to or replacing the good ones. */
async function problemsWith(
  files: Readonly<Record<string, string>>,
  { env = {}, unpack = '' }: { env?: Record<string, string>; unpack?: string } = {},
): Promise<readonly string[]> {
  const folder = temporaryFolder();
  const app = join(folder, 'app');
  for (const [path, content] of Object.entries({ ...GOOD, ...files })) {
    mkdirSync(dirname(join(app, path)), { recursive: true });
    writeFileSync(join(app, path), content);
  }
  const archive = join(folder, 'app.asar');
  if (unpack) await createPackageWithOptions(app, archive, { unpack });
  else await createPackage(app, archive);
  await written(archive);
  return archiveProblems(archive, { root: '/builds/of/somebody', env });
}

/** @electron/asar resolves before its last bytes are in the file, so wait for the file's full size. */
async function written(archive: string): Promise<void> {
  const { header, headerSize } = getRawHeader(archive);
  const length = 8 + headerSize + sizeOf(header);
  await until('the whole archive', () => statSync(archive).size >= length);
}

/** Total size of the packed files below a header entry. */
function sizeOf(entry: object): number {
  if ('files' in entry && typeof entry.files === 'object' && entry.files !== null) {
    return Object.values(entry.files).reduce((sum: number, each: object) => sum + sizeOf(each), 0);
  }
  return 'size' in entry && !('unpacked' in entry) ? Number(entry.size) : 0;
}

describe('the check of the archive', () => {
  test('accepts an archive with only the needed files', async () => {
    expect(await problemsWith({})).toEqual([]);
  });

  test.each([
    'out/main/main.js.map',
    'electron/main.ts',
    'test/poll.ts',
    'preview/main.ts',
    'node_modules/undici/index.js',
    'out/.sources',
    'out/electron-stand-in/electron',
    'out/renderer/assets/candidates.csv',
    'practice/main.js',
    '.env',
  ])('rejects %s', async (path) => {
    expect(await problemsWith({ [path]: 'x' })).toEqual([`/${path} does not belong in the package.`]);
  });

  test('reports each needed file that is missing', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'package.json'), JSON.stringify(MANIFEST));
    const archive = join(temporaryFolder(), 'app.asar');
    await createPackage(folder, archive);
    await written(archive);
    const problems = archiveProblems(archive, { root: '/builds/of/somebody', env: {} });
    expect(problems).toContain('/out/main/storage-worker.js is missing.');
  });

  test.each([
    ['a source map', '//# sourceMappingURL=data:application/json;base64,e30=', 'contains a source map'],
    ['a source of the tests', '//#region test/bench/made-up-people.ts', 'of the tests or the preview'],
    ['a source of the preview', '// ../preview/electron/app.ts', 'of the tests or the preview'],
    ['where it was built', 'const from = "/builds/of/somebody/electron";', 'reveals where it was built'],
    ['a private key', `-----BEGIN PRIVATE KEY-----\n${'A'.repeat(64)}`, 'contains a private key'],
    ['a token', `const token = "ghp_${'a1B2'.repeat(9)}";`, 'contains a GitHub token'],
  ])('finds %s in a file', async (_what, line, words) => {
    const problems = await problemsWith({ 'out/main/main.js': `export {};\n${line}\n` });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(words);
  });

  test("finds the value of the build machine's secret and reports its name, not the value", async () => {
    const env = { SERVICE_TOKEN: 'tr0ub4dor-and-3', PATH: 'export {};' };
    const problems = await problemsWith({ 'out/main/main.js': 'const x = "tr0ub4dor-and-3";\n' }, { env });
    expect(problems).toEqual(["/out/main/main.js contains the value of the build machine's SERVICE_TOKEN."]);
  });

  test('reports build settings in package.json and missing fields', async () => {
    const manifest = {
      ...MANIFEST,
      scripts: {},
      devDependencies: {},
      desktopName: undefined,
    };
    expect(await problemsWith({ 'package.json': JSON.stringify(manifest) })).toEqual([
      'package.json has "scripts", which is needed only for building.',
      'package.json has "devDependencies", which is needed only for building.',
      'package.json has no desktopName.',
    ]);
  });

  test('finds an unpacked file, whose integrity is not checked', async () => {
    const problems = await problemsWith({}, { unpack: '**/storage-worker.js' });
    expect(problems).toContain(
      '/out/main/storage-worker.js is outside the archive, where nothing checks it.',
    );
  });
});
