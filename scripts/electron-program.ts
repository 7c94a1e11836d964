import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const electronFolder = join(import.meta.dirname, '..', 'node_modules', 'electron');

/** How to get Electron's program: npm does not download it (Electron 42 and later). */
export const HOW_TO_GET_ELECTRON =
  'Download it with "npx --no install-electron" (about 120 MB from github.com, or from ELECTRON_MIRROR), then run this again.';

/** False on Linux without X11 or Wayland, such as on a build machine: Electron can't start there. */
export function hasScreen(): boolean {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return process.platform !== 'linux' || Boolean(DISPLAY || WAYLAND_DISPLAY);
}

/** Path of Electron's program, found as `node_modules/electron/index.js` does; undefined if it isn't there. */
export function electronProgram(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const pathFile = join(electronFolder, 'path.txt');
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : undefined;
  const folder = env['ELECTRON_OVERRIDE_DIST_PATH'] || join(electronFolder, 'dist');
  const program =
    name === undefined && !env['ELECTRON_OVERRIDE_DIST_PATH'] ? undefined : join(folder, name ?? 'electron');
  return program !== undefined && existsSync(program) ? program : undefined;
}
