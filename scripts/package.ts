/**
 * `npm run package`: builds installers for this system with electron-builder; `-- --dir` only the unpacked app.
 *
 * Without Electron's binary, `--dir` packs around an empty stand-in, so that the package contents can be checked. Such
 * a package doesn't start, and says so.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfChanged } from './build.ts';
import { makeMacStandIn, makeStandIn } from './packaging/stand-in.ts';

const root = join(import.meta.dirname, '..');
const standIn = join(root, 'out', 'electron-stand-in');

/** Packs the app; returns electron-builder's exit code. */
export async function packageApp(flags: readonly string[]): Promise<number> {
  buildIfChanged();
  const electron = join(root, 'node_modules', 'electron', 'dist');
  const useStandIn = flags.includes('--dir') && !existsSync(join(electron, 'version'));
  const args = [...flags, '--publish', 'never'];
  if (useStandIn) {
    (process.platform === 'darwin' ? makeMacStandIn : makeStandIn)(standIn);
    process.stderr.write(
      "Electron's binary is missing: packing around a stand-in. This package will not start.\n",
    );
    args.push(`-c.electronDist=${standIn}`, '-c.electronFuses.resetAdHocDarwinSignature=false');
  }
  const cli = join(root, 'node_modules', 'electron-builder', 'cli.js');
  const { status } = spawnSync(process.execPath, [cli, ...args], { cwd: root, stdio: ['ignore', 2, 2] });
  return status ?? 1;
}

if (import.meta.main) process.exitCode = await packageApp(process.argv.slice(2));
