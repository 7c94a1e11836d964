import { defineConfig } from 'vite';

/** The main process and its worker threads: ES modules with everything but Electron and Node bundled in. */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'out/main',
    minify: false,
    // Without a line in the files that names it: the maps stay here.
    sourcemap: 'hidden',
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        main: 'electron/main.ts',
        'backup-worker': 'electron/storage/backup/worker.ts',
        'storage-worker': 'electron/storage/worker.ts',
        'check-worker': 'electron/diagnostics/check-worker.ts',
      },
      external: ['electron'],
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true, external: ['electron'] },
});
