import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const source = join(import.meta.dirname, '../references/bare-window');

/** Builds the minimal window measured against into `folder`, which the preview can run then. */
export async function buildBareWindow(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: source,
    base: './',
    logLevel: 'error',
    build: {
      target: 'chrome150',
      outDir: join(folder, 'page'),
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  });
  for (const file of ['package.json', 'main.js']) cpSync(join(source, file), join(folder, file));
}
