import { defineConfig } from 'vite';

/** The preload script: one CommonJS file, because a sandboxed preload script can be nothing else. */
export default defineConfig({
  root: import.meta.dirname,
  build: {
    ssr: true,
    target: 'es2024',
    outDir: 'out/preload',
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: 'electron/preload.ts',
      external: ['electron'],
      output: { format: 'cjs', entryFileNames: 'preload.cjs', codeSplitting: false },
    },
  },
  ssr: { noExternal: true },
});
