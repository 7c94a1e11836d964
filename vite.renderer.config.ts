import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The interface. Relative addresses, because it is served by a scheme of the app's own. */
export default defineConfig({
  root: join(import.meta.dirname, 'renderer'),
  base: './',
  plugins: [react()],
  // Put in its place anew for every answer by electron/desktop/app-protocol.ts.
  html: { cspNonce: '__STYLE_NONCE__' },
  // The thread that reads files loads the large model for telling encodings only where a file needs it.
  worker: { format: 'es' },
  build: {
    target: 'chrome150',
    outDir: '../out/renderer',
    emptyOutDir: true,
    // The policy allows no data: scripts and no inlined modules.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // For the developer tools; packages leave the maps out (electron-builder.yml).
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What the window needs to show anything comes as one file, whatever other pages share with it: each file more is
        // another question to the main process, which has enough to do at the start.
        codeSplitting: { groups: [{ name: 'first-screen', test: /\/renderer\/main\.tsx$/ }] },
      },
    },
  },
});
