import type { Plugin, UserConfig } from 'vite';

const UNDICI = '\0undici';
const PG = '\0pg';

/**
 * undici without what its entry brings along: fetch, caches, mocks, web sockets are two thirds of it, and every start would
 * read them. Another name imported from `undici` stops the build, and has its line here.
 */
const leanUndici: Plugin = {
  name: 'lean-undici',
  enforce: 'pre',
  resolveId: (source) => (source === 'undici' ? UNDICI : undefined),
  load: (id) =>
    id === UNDICI
      ? `
        import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
        import api from 'undici/lib/api/index.js';
        // As its entry does: the calls of every dispatcher.
        Object.assign(Dispatcher.prototype, api);
        export { default as Agent } from 'undici/lib/dispatcher/agent.js';
        export { default as Pool } from 'undici/lib/dispatcher/pool.js';
        export { default as buildConnector } from 'undici/lib/core/connect.js';
        export { default as errors } from 'undici/lib/core/errors.js';`
      : undefined,
};

/** pg's client without the pool and the native library, which its entry brings along. */
const leanPg: Plugin = {
  name: 'lean-pg',
  enforce: 'pre',
  resolveId: (source) => (source === 'pg' ? PG : undefined),
  load: (id) => (id === PG ? `export { default as Client } from 'pg/lib/client.js';` : undefined),
};

/** A build of code for the main process, of these entries: ES modules with everything but Electron and Node bundled in. */
export function mainBuild(input: Readonly<Record<string, string>>) {
  return {
    root: import.meta.dirname,
    plugins: [leanUndici, leanPg],
    build: {
      ssr: true,
      target: 'node24',
      outDir: 'out/main',
      minify: false,
      // For debuggers and `--enable-source-maps`; packages leave the maps out (electron-builder.yml).
      sourcemap: true,
      reportCompressedSize: false,
      rolldownOptions: {
        input,
        external: ['electron'],
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
    ssr: { noExternal: true, external: ['electron'] },
  } satisfies UserConfig;
}

/** The main process and its worker threads, all but the storage's: that has a build of its own (vite.storage.config.ts). */
export default mainBuild({
  main: 'electron/main.ts',
  'backup-worker': 'electron/storage/backup/worker.ts',
  'holiday-worker': 'electron/holidays/holiday-worker.ts',
  'check-worker': 'electron/diagnostics/check-worker.ts',
});
