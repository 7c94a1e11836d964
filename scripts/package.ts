/**
 * `npm run package`: installers for this system, by electron-builder; `-- --dir` the unpacked app only.
 *
 * Where Electron's program is not here and cannot be downloaded, `--dir` packs around an empty stand-in for it, so
 * that what goes into the package can be checked. Such a package does not start, and says so.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfChanged } from './build.ts';

const root = join(import.meta.dirname, '..');
const standIn = join(root, 'out', 'electron-stand-in');

/** Packs the app; answers electron-builder's exit code. */
export async function packageApp(flags: readonly string[]): Promise<number> {
  buildIfChanged();
  const electron = join(root, 'node_modules', 'electron', 'dist');
  const useStandIn = flags.includes('--dir') && !existsSync(join(electron, 'version'));
  const args = [...flags, '--publish', 'never'];
  if (useStandIn) {
    makeStandIn();
    process.stderr.write(
      "Electron's program is not here: packing around a stand-in. This package will not start.\n",
    );
    args.push(`-c.electronDist=${standIn}`);
  }
  const cli = join(root, 'node_modules', 'electron-builder', 'cli.js');
  const { status } = spawnSync(process.execPath, [cli, ...args], { cwd: root, stdio: ['ignore', 2, 2] });
  return status ?? 1;
}

/**
 * Where Electron's program keeps its fuses: a marker, the version of the format, how many there are, and a letter
 * each ('0' off, '1' on), as @electron/fuses reads and flips them. These are Electron's defaults.
 */
const FUSE_WIRE = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 9]),
  Buffer.from('101100101'),
]);

/** What electron-builder expects to find in Electron's folder on this system, as small as it may be. */
function makeStandIn(): void {
  rmSync(standIn, { recursive: true, force: true });
  mkdirSync(join(standIn, 'resources'), { recursive: true });
  const program = join(standIn, process.platform === 'win32' ? 'electron.exe' : 'electron');
  const script =
    '#!/bin/sh\necho "This is a stand-in for Electron: it cannot start Callboard." >&2\nexit 1\n# ';
  writeFileSync(program, Buffer.concat([Buffer.from(script), FUSE_WIRE, Buffer.from('\n')]));
  chmodSync(program, 0o755);
}

if (import.meta.main) process.exitCode = await packageApp(process.argv.slice(2));
