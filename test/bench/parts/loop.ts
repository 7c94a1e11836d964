import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { callApp, openBrowser, openSignedIn } from '../app-window.ts';
import { madeUpFields } from '../made-up-fields.ts';
import { loopLateness, watchLoop } from '../main-loop.ts';
import type { Bench, Part } from '../part.ts';
import { type BenchService, startBenchService } from '../service/bench-service.ts';
import { makeSlowDisk } from '../slow-disk/slow-disk.ts';
import { median, quantile } from '../statistics.ts';

const HISTORY = 100_000;
const COUNT = 1000;
/** As many as one call of the window may submit. */
const PER_CALL = 500;
const SYNC_MS = 5;
const SETTINGS = { queuePaused: true, queueConcurrency: 8, undoSeconds: 0 };

/** The built app's main process, its window open, while its queue sends over a slow disk. */
export const loop: Part = {
  name: 'loop',
  budgets: ['F4'],
  about: 'how late the main process is for its timers while 1,000 go out over a slow disk',
  async run(bench) {
    const what = `main process late for its timers while 1,000 go out, ${SYNC_MS} ms a sync: p99`;
    const slowDisk = makeSlowDisk(bench.temporaryFolder(), SYNC_MS);
    if ('why' in slowDisk) return { figures: [], notRun: [{ budget: 'F4', what, why: slowDisk.why }] };
    const service = await startBenchService();
    const browser = await openBrowser();
    try {
      const late: number[][] = [];
      while (late.length < bench.rounds) {
        late.push(await round(bench, browser, service, slowDisk.env));
        bench.say(`${late.length} of ${bench.rounds} rounds`);
      }
      const rounds = late.map((each) => quantile(each, 0.99));
      const behind = {
        'p50 ms': median(late.map((each) => median(each))),
        'longest ms': median(late.map((each) => Math.max(...each))),
      };
      const bound = { atMost: 16 };
      return { figures: [{ budget: 'F4', what, value: median(rounds), unit: 'ms', bound, rounds, behind }] };
    } finally {
      await browser.close();
      await service.close();
    }
  },
};

async function round(
  bench: Bench,
  browser: Browser,
  service: BenchService,
  slowDisk: Readonly<Record<string, string>>,
): Promise<number[]> {
  const userData = await bench.dataset(HISTORY);
  const late = join(bench.temporaryFolder(), 'lateness.json');
  const env = { ...slowDisk, ...watchLoop(late) };
  const app = await openSignedIn({ browser, userData, origin: service.origin, settings: SETTINGS, env });
  const fields = madeUpFields(COUNT);
  for (let from = 0; from < COUNT; from += PER_CALL) {
    const submissions = fields.slice(from, from + PER_CALL);
    await callApp(app, 'submissions.submitMany', { submissions, despiteDuplicates: true });
  }
  // What submitting has set off is over before the measuring begins.
  await pause(2000);
  await service.reset();
  const from = Date.now();
  const created = service.created(COUNT);
  await app.page.evaluate(() => window.callboard.call('submissions.setPaused', { paused: false }));
  await created;
  const until = Date.now();
  await app.quit();
  return loopLateness(late, from, until);
}
