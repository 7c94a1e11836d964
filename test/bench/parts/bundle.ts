import { join } from 'node:path';
import { startPreviewHost } from '../launch/preview-host.ts';
import { scriptsUntil } from '../launch/scripts-until.ts';
import type { Part } from '../part.ts';
import { gzippedBytes, startupScripts } from '../startup-bundle.ts';

const renderer = join(import.meta.dirname, '../../../out/renderer');
const FIRST_ROW = '[role="row"][data-index]';

export const bundle: Part = {
  name: 'bundle',
  budgets: ['F10'],
  about: 'JavaScript of the first screen',
  async run(bench) {
    const needed = startupScripts(renderer);
    const host = startPreviewHost({
      userData: await bench.dataset(1000),
      keyring: join(bench.temporaryFolder(), 'keyring'),
    });
    try {
      const loaded = await scriptsUntil(await host.page, FIRST_ROW);
      const all = [...new Set([...needed.names, ...loaded])];
      const value = gzippedBytes(renderer, all) / 1000;
      const figure = {
        budget: 'F10',
        what: 'JavaScript of the first screen, gzip, loaded by then',
        value,
        unit: 'kB',
        bound: { atMost: 210 },
        rounds: [value],
        behind: { 'in so many scripts': all.length, 'of it needed for it kB': needed.gzipped / 1000 },
      } as const;
      return { figures: [figure] };
    } finally {
      await host.quit();
    }
  },
};
