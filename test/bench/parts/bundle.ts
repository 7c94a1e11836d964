import { join } from 'node:path';
import { startPreviewHost } from '../launch/preview-host.ts';
import { scriptsUntil } from '../launch/scripts-until.ts';
import type { Figure, Part } from '../part.ts';
import { gzippedBytes, startupScripts } from '../startup-bundle.ts';

const renderer = join(import.meta.dirname, '../../../out/renderer');
const FIRST_ROW = '[role="row"][data-index]';

export const bundle: Part = {
  name: 'bundle',
  about: 'JavaScript needed for the first screen (B15)',
  async run(bench) {
    const needed = startupScripts(renderer);
    const host = startPreviewHost({
      userData: await bench.dataset(1000),
      keyring: join(bench.temporaryFolder(), 'keyring'),
    });
    try {
      const loaded = await scriptsUntil(await host.page, FIRST_ROW);
      const all = [...new Set([...needed.names, ...loaded])];
      return {
        figures: [
          kilobytes('JavaScript of the first screen, gzip, loaded by then', gzippedBytes(renderer, all), {
            scripts: all.length,
            'of it needed for it kB': needed.gzipped / 1000,
          }),
        ],
      };
    } finally {
      await host.quit();
    }
  },
};

function kilobytes(what: string, bytes: number, behind: Readonly<Record<string, number>>): Figure {
  const value = bytes / 1000;
  return { goal: 'B15', what, value, unit: 'kB', bound: { atMost: 250 }, rounds: [value], behind };
}
