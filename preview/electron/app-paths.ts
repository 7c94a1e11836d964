import { mkdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { currentRun } from '../current-run.ts';
import { appDataFolder } from '../folders.ts';
import { PreviewUnsupportedError } from '../unsupported.ts';

const overrides = new Map<string, string>();

/** Paths of Electron's `app.getPath`. Everything that the app writes is in the data folder, even downloads. */
const defaults: Readonly<Record<string, () => string>> = {
  userData: () => currentRun().options.userData,
  sessionData: () => appPath('userData'),
  logs: () => join(appPath('userData'), 'logs'),
  crashDumps: () => join(appPath('userData'), 'Crashpad'),
  downloads: () => join(appPath('userData'), 'Downloads'),
  appData: appDataFolder,
  temp: tmpdir,
  home: homedir,
  exe: () => process.execPath,
};

export function appPath(name: string): string {
  const path = overrides.get(name) ?? (Object.hasOwn(defaults, name) ? defaults[name]?.() : undefined);
  if (path === undefined) throw new PreviewUnsupportedError(`app.getPath('${name}')`);
  if (name === 'userData') makeUserData(path);
  return path;
}

/** As in Electron (shell/common/electron_paths.cc), which makes the folder when it is asked for. */
function makeUserData(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch {
    throw new Error("Failed to get 'userData' path");
  }
}

/** Electron's `app.setPath`: absolute paths only. */
export function setAppPath(name: string, path: string): void {
  if (!Object.hasOwn(defaults, name)) throw new PreviewUnsupportedError(`app.setPath('${name}')`);
  if (!isAbsolute(path)) throw new Error('Path must be absolute');
  mkdirSync(path, { recursive: true });
  overrides.set(name, path);
}
