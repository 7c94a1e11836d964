import { mkdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { currentRun } from '../current-run.ts';
import { appDataFolder } from '../folders.ts';
import { PreviewUnsupportedError } from '../unsupported.ts';

const given = new Map<string, string>();

/** Electron's `app.getPath`. Everything that the app may write lies in the data folder, downloads included. */
const places: Readonly<Record<string, () => string>> = {
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
  const place = given.get(name) ?? (Object.hasOwn(places, name) ? places[name]?.() : undefined);
  if (place === undefined) throw new PreviewUnsupportedError(`app.getPath('${name}')`);
  return place;
}

/** Electron's `app.setPath`: absolute paths only. */
export function setAppPath(name: string, path: string): void {
  if (!Object.hasOwn(places, name)) throw new PreviewUnsupportedError(`app.setPath('${name}')`);
  if (!isAbsolute(path)) throw new Error('Path must be absolute');
  mkdirSync(path, { recursive: true });
  given.set(name, path);
}
