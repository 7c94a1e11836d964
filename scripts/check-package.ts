/**
 * Checks the packed app: only needed files, no secrets or build paths, fuses as configured, correct package metadata;
 * then
 * starts it.
 */
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { archiveProblems } from './packaging/archive-contents.ts';
import { fuseConfigProblems, fuseProblems } from './packaging/fuses.ts';
import { linuxPackageProblems } from './packaging/linux-packages.ts';
import { macAppProblems } from './packaging/mac-app.ts';
import { readYaml } from './packaging/read-yaml.ts';
import { startProblems } from './packaging/start-packed.ts';

const root = join(import.meta.dirname, '..');

const problems = await allProblems();
for (const problem of problems) console.error(`- ${problem}`);
console.log(
  problems.length === 0
    ? 'The package is correct and starts.'
    : `${problems.length} problems in the package.`,
);
process.exitCode = problems.length === 0 ? 0 : 1;

async function allProblems(): Promise<string[]> {
  const [archive] = globSync('dist/*/**/app.asar', { cwd: root });
  if (!archive) return ['No app.asar found below dist/.'];
  return [
    ...archiveProblems(join(root, archive), { root, env: process.env }),
    ...fuseConfigProblems(readYaml(join(root, 'electron-builder.yml'))),
    ...(process.platform === 'linux' ? await linuxProblems() : []),
    // electron-builder can't build macOS apps on Windows.
    ...(process.platform === 'win32' ? [] : await macAppProblems()),
    ...(await startProblems(join(root, archive))),
  ];
}

async function linuxProblems(): Promise<string[]> {
  const unpacked = join(root, 'dist', 'linux-unpacked');
  const program = join(unpacked, 'callboard');
  if (!existsSync(program)) return ['The packed program is missing.'];
  const update = existsSync(join(unpacked, 'resources', 'app-update.yml'));
  return [
    ...(await fuseProblems(program)),
    ...(update ? [] : ['app-update.yml is missing, so the app could not find updates.']),
    ...linuxPackageProblems(unpacked),
  ];
}
