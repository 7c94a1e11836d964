import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { z } from 'zod';
import type { AppUnderPreview } from './app-under-preview.ts';

const standIn = new URL('electron/index.ts', import.meta.url).href;
const electronNames = new Set(['electron', 'electron/main', 'electron/common']);

/** Resolves `import 'electron'` and `require('electron')` to the preview's stand-in. */
export function resolveElectronToStandIn(): void {
  registerHooks({
    resolve: (specifier, context, nextResolve) =>
      electronNames.has(specifier)
        ? { url: standIn, format: 'module-typescript', shortCircuit: true }
        : nextResolve(specifier, context),
  });
}

/** Makes `process` look like that of Electron's main process started with `electron APP_FOLDER [URL]`. */
export function mimicElectronProcess(app: AppUnderPreview, url: string | undefined): void {
  // As in Electron's lib/browser/init.ts.
  if (app.v8Flags !== undefined) setFlagsFromString(app.v8Flags);
  process.argv = [process.execPath, app.folder, ...(url === undefined ? [] : [url])];
  const versions = { ...process.versions, electron: electronVersion() };
  Object.defineProperty(process, 'versions', { value: versions, enumerable: true, configurable: true });
  Object.assign(process, { type: 'browser', defaultApp: true, resourcesPath: app.folder });
}

/** The Electron version whose types are installed, and whose API the stand-in follows. */
function electronVersion(): string {
  const manifest = createRequire(import.meta.url).resolve('electron/package.json');
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(manifest, 'utf8'))).version;
}
