import { spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { PAGE, pageOf, type Stores } from '../../storage/history-storage.ts';

/** Milliseconds. */
export interface ConfTimes {
  readonly open: number;
  readonly set: number;
  readonly get: number;
}

/** The requests of a history as conf keeps records: one JSON file, written whole with every change. */
export async function writeConfFile(stores: Stores, folder: string): Promise<void> {
  const file = createWriteStream(join(folder, 'config.json'));
  const list = { sort: 'accepted', descending: false, filter: { archived: 'any' } } as const;
  let separator = '{';
  for (let offset = 0, total = 1; offset < total; offset += PAGE) {
    const page = await pageOf(stores, list, offset);
    total = page.total;
    for (const row of page.rows) {
      file.write(`${separator}${JSON.stringify(row.requestId)}:${JSON.stringify(row)}`);
      separator = ',';
    }
  }
  file.end(separator === '{' ? '{}' : '}');
  await finished(file);
}

/** How long conf takes on it, in a process of its own. */
export function confTimes(folder: string): ConfTimes {
  const script = join(import.meta.dirname, 'conf-store.js');
  const { stdout, status } = spawnSync(process.execPath, ['--max-old-space-size=8192', script, folder, '3'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error('conf did not do its work, see above.');
  return JSON.parse(stdout);
}
