/**
 * `npm run package`: builds installers for this system with electron-builder; `-- --dir` only the unpacked app.
 *
 * Without Electron's binary, `--dir` packs around an empty stand-in, so that the package contents can be checked. Such
 * a package doesn't start, and says so.
 */
import { spawnSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { existsSync, globSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { buildIfChanged } from './build.ts';
import { linuxRuns, packageTypeProblems } from './packaging/linux-targets.ts';
import { makeMacStandIn, makeStandIn } from './packaging/stand-in.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const standIn = join(root, 'out', 'electron-stand-in');
const updateKey = join(root, 'out', 'update-key.pem');

/** Packs the app; returns electron-builder's exit code. */
export function packageApp(flags: readonly string[]): number {
  buildIfChanged();
  return packageBuilt([...flags, ...updateKeyFlags(env['UPDATE_PUBLIC_KEY'])]);
}

/**
 * Flags that put the key into the app with which its updates must be signed (PEM; docs/installing.md). Without one, an
 * AppImage doesn't update itself.
 */
function updateKeyFlags(publicKey: string | undefined): string[] {
  if (!publicKey) return [];
  if (createPublicKey(publicKey).asymmetricKeyType !== 'ed25519') {
    throw new Error('UPDATE_PUBLIC_KEY is no Ed25519 key.');
  }
  writeFileSync(updateKey, publicKey);
  return [`-c.extraResources.from=${updateKey}`, '-c.extraResources.to=update-key.pem'];
}

function packageBuilt(flags: readonly string[]): number {
  if (isWholeLinux(flags)) return packageForLinux(flags.filter((flag) => flag !== '--linux'));
  const electron = join(root, 'node_modules', 'electron', 'dist');
  if (!flags.includes('--dir') || existsSync(join(electron, 'version'))) return runBuilder(flags);
  (process.platform === 'darwin' ? makeMacStandIn : makeStandIn)(standIn);
  process.stderr.write(
    "Electron's binary is missing: packing around a stand-in. This package will not start.\n",
  );
  return runBuilder([
    ...flags,
    `-c.electronDist=${standIn}`,
    '-c.electronFuses.resetAdHocDarwinSignature=false',
  ]);
}

/** Whether all Linux targets are wanted: nothing else is named. */
function isWholeLinux(flags: readonly string[]): boolean {
  const isNamed = flags.some((flag) => !flag.startsWith('-') || /^--(?:dir|mac|win|x64|arm64)$/.test(flag));
  return !isNamed && (flags.includes('--linux') || process.platform === 'linux');
}

function packageForLinux(flags: readonly string[]): number {
  for (const run of linuxRuns(root)) {
    for (const folder of globSync('linux*-unpacked', { cwd: dist }))
      rmSync(join(dist, folder), { recursive: true });
    const status = runBuilder([...run.flags, ...flags]);
    if (status !== 0) return status;
    const problems = packageTypeProblems(dist, run.target);
    for (const problem of problems) process.stderr.write(`- ${problem}\n`);
    if (problems.length > 0) return 1;
  }
  return 0;
}

function runBuilder(flags: readonly string[]): number {
  const cli = join(root, 'node_modules', 'electron-builder', 'cli.js');
  const args = [cli, ...flags, '--publish', 'never'];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
  return status ?? 1;
}

if (import.meta.main) process.exitCode = packageApp(process.argv.slice(2));
