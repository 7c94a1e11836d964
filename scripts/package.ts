/**
 * `npm run package`: installers for this system, by electron-builder; `-- --dir` the unpacked app only.
 *
 * Where Electron's program is not here and cannot be downloaded, `--dir` packs around an empty stand-in for it, so
 * that what goes into the package can be checked. Such a package does not start, and says so.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfChanged } from './build.ts';
import { makeMacStandIn, makeStandIn } from './packaging/stand-in.ts';

const root = join(import.meta.dirname, '..');
const standIn = join(root, 'out', 'electron-stand-in');

/** Packs the app; answers electron-builder's exit code. */
export async function packageApp(flags: readonly string[]): Promise<number> {
  buildIfChanged();
  const electron = join(root, 'node_modules', 'electron', 'dist');
  const useStandIn = flags.includes('--dir') && !existsSync(join(electron, 'version'));
  const args = [...flags, '--publish', 'never'];
  if (useStandIn) {
    (process.platform === 'darwin' ? makeMacStandIn : makeStandIn)(standIn);
    process.stderr.write(
      "Electron's program is not here: packing around a stand-in. This package will not start.\n",
    );
    args.push(`-c.electronDist=${standIn}`, '-c.electronFuses.resetAdHocDarwinSignature=false');
  }
  const cli = join(root, 'node_modules', 'electron-builder', 'cli.js');
  const { status } = spawnSync(process.execPath, [cli, ...args], { cwd: root, stdio: ['ignore', 2, 2] });
  return status ?? 1;
}

if (import.meta.main) process.exitCode = await packageApp(process.argv.slice(2));
