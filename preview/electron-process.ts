import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { dirname } from 'node:path';
import { env } from 'node:process';
import { z } from 'zod';
import type { AppUnderPreview } from './app-under-preview.ts';
import { commandLine } from './electron/command-line-switches.ts';
import { isHostile } from './hostile-modes.ts';

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

/**
 * Makes `process` look like that of Electron's main process started with `electron APP_FOLDER [URL]`, or, in the mode
 * `packaged`, with `callboard [-- URL]` (electron-builder.yml, `executableArgs`).
 */
export function mimicElectronProcess(app: AppUnderPreview, url: string | undefined): void {
  if (isHostile('no-sandbox')) commandLine.appendSwitch('no-sandbox');
  const packaged = isHostile('packaged');
  const links = url === undefined ? [] : [url];
  process.argv = packaged
    ? [process.execPath, ...links.flatMap((link) => ['--', link])]
    : [process.execPath, app.folder, ...links];
  const versions = { ...process.versions, electron: electronVersion() };
  Object.defineProperty(process, 'versions', { value: versions, enumerable: true, configurable: true });
  const resourcesPath = env['CALLBOARD_PREVIEW_RESOURCES'] || dirname(app.folder);
  Object.assign(process, {
    type: 'browser',
    ...(packaged ? { resourcesPath } : { defaultApp: true, resourcesPath: app.folder }),
  });
}

/** The Electron version whose types are installed, and whose API the stand-in follows. */
function electronVersion(): string {
  const manifest = createRequire(import.meta.url).resolve('electron/package.json');
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(manifest, 'utf8'))).version;
}
