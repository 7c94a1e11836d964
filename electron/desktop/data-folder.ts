import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { app, crashReporter } from 'electron';
import { CrashDumpFiles } from '../diagnostics/data-folder.ts';
import { type FailureWords, unwritableFailure } from './start-failure.ts';

/** The user-data folder. Electron doesn't name it if it can't be made: then, where it would be. */
export function dataFolder(): string {
  try {
    return app.getPath('userData');
  } catch {
    return app.commandLine.getSwitchValue('user-data-dir') || join(app.getPath('appData'), app.getName());
  }
}

/**
 * Why this process didn't get the single-instance lock, if no other instance has it: Electron says no more than false when
 * the lock can't be made, either (Chromium's process_singleton_posix.cc: a link in the data folder to a socket in the folder
 * for temporary files). Undefined if both folders can be written: then another instance has been told.
 */
export function unwritableFolder(): FailureWords | undefined {
  const data = dataFolder();
  try {
    mkdirSync(data, { recursive: true, mode: 0o700 });
    tryFolder(data, (probe) => {
      if (process.platform !== 'win32') symlinkSync(probe, join(probe, 'link'));
    });
  } catch (error) {
    return unwritableFailure('data', data, error);
  }
  if (process.platform === 'win32') return undefined;
  const temporary = app.getPath('temp');
  try {
    tryFolder(temporary);
  } catch (error) {
    return unwritableFailure('temporary', temporary, error);
  }
  return undefined;
}

function tryFolder(folder: string, use: (probe: string) => void = () => undefined): void {
  const probe = mkdtempSync(join(folder, 'callboard-'));
  try {
    use(probe);
  } finally {
    rmSync(probe, { recursive: true, force: true });
  }
}

/**
 * Writes crash dumps to the user-data folder only: never uploaded, never passed to the system's crash reporter. Call
 * before Electron is ready. The app starts even if the folder can't be created.
 */
export function keepCrashDumps(userData: string, onTrouble: (error: unknown) => void): CrashDumpFiles {
  const folder = join(userData, 'crash-dumps');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    app.setPath('crashDumps', folder);
    crashReporter.start({ uploadToServer: false, ignoreSystemCrashHandler: true });
  } catch (error) {
    onTrouble(error);
  }
  return new CrashDumpFiles(folder);
}
