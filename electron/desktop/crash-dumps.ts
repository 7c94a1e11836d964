import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, crashReporter } from 'electron';
import { CrashDumpFiles } from '../diagnostics/crash-dump-files.ts';

/**
 * Has crash dumps written below the user's data and nowhere else: never uploaded, and not handed to the system's own
 * reporter. To be called before Electron is ready. A folder that cannot be made is no reason not to start.
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
