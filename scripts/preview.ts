/** `npm run preview`: builds if sources have changed, then runs the preview. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfChanged } from './build.ts';

/** Runs the preview with these flags in this process. */
export async function startPreview(flags: readonly string[]): Promise<void> {
  buildIfChanged();
  const entry = join(import.meta.dirname, '../preview/main.ts');
  process.argv = [process.execPath, entry, ...flags];
  // A path such as D:\... is no module specifier.
  await import(pathToFileURL(entry).href);
}

if (import.meta.main) await startPreview(process.argv.slice(2));
