import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, crashReporter } from 'electron';
import { CrashDumpFiles } from '../diagnostics/crash-dump-files.ts';

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
