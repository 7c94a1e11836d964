import type { UserConfig } from 'vite';
import { mainBuild } from './vite.main.config.ts';

const { build, ...rest } = mainBuild({ 'storage-worker': 'electron/storage/worker.ts' });

/**
 * The storage's thread, as one file that shares none with the main process: each start waits for it, and of pieces it shared it
 * had to find and read nine, with what only the main process needs of them.
 */
export default {
  ...rest,
  build: {
    ...build,
    // Beside the main process, which is built before it.
    emptyOutDir: false,
  },
} satisfies UserConfig;
