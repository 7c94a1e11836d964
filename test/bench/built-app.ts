import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mergeConfig } from 'vite';
import mainConfig from '../../vite.main.config.ts';
import storageConfig from '../../vite.storage.config.ts';

/** Where the bundle of `app-modules.ts` and the worker threads lie. */
export const BUILT_APP = join(import.meta.dirname, '../../.cache/bench-app');

/** Bundles the app's modules with the configuration of the app's own build. */
export async function buildAppModules(): Promise<void> {
  const { build } = await import('vite');
  await build({
    ...mergeConfig(mainConfig, {
      logLevel: 'error',
      build: {
        outDir: BUILT_APP,
        emptyOutDir: true,
        rolldownOptions: { input: { 'app-modules': join(import.meta.dirname, 'app-modules.ts') } },
      },
    }),
    configFile: false,
  });
  const storage = { logLevel: 'error', build: { outDir: BUILT_APP } } as const;
  await build({ ...mergeConfig(storageConfig, storage), configFile: false });
}

/** The bundled modules. */
export function loadApp(): Promise<typeof import('./app-modules.ts')> {
  return import(pathToFileURL(join(BUILT_APP, 'app-modules.js')).href);
}

/** The bundled storage worker. */
export const STORAGE_WORKER = pathToFileURL(join(BUILT_APP, 'storage-worker.js'));
