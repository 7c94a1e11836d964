/** node test/bench/make-dataset.ts --requests 100000 --user-data DIR: a user-data folder to try the app with. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openStorage } from '../../electron/storage/storage.ts';
import { fillDataset } from './dataset.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    'user-data': { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
const folder = values['user-data'];
if (folder === undefined) throw new Error('Say where: --user-data DIR');
mkdirSync(folder, { recursive: true });
const storage = await openStorage(
  join(folder, 'callboard.db'),
  new URL('../../electron/storage/worker.ts', import.meta.url),
);
const requests = Number(values.requests);
const started = performance.now();
await fillDataset(storage.stores, {
  requests,
  seed: Number(values.seed),
  onProgress: (done) => process.stdout.write(`\r${done} of ${requests}`),
});
await storage.close();
process.stdout.write(` in ${Math.round((performance.now() - started) / 1000)} s\n`);
