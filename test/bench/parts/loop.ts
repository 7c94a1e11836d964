import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { CUSTOM_SCHEME_REDIRECT } from '../../../shared/custom-scheme.ts';
import { openBrowser } from '../app-window.ts';
import { loadApp, STORAGE_WORKER } from '../built-app.ts';
import { openHistory } from '../history-window.ts';
import { madeUpFields } from '../made-up-fields.ts';
import { loopLateness, watchLoop } from '../main-loop.ts';
import type { Bench, Figure, Part } from '../part.ts';
import { type BenchService, startBenchService } from '../service/bench-service.ts';
import { makeSlowDisk } from '../slow-disk/slow-disk.ts';
import { median, quantile } from '../statistics.ts';

const HISTORY = 100_000;
const COUNT = 1000;
/** As many as one call of the window may submit. */
const PER_CALL = 500;
const SYNC_MS = 5;
const WHAT = `main process late for its timers while 1,000 go out, p99, ${SYNC_MS} ms a sync, 100,000 requests of history`;

/** The built app's main process, its window open, while its queue sends over a slow disk. */
export const loop: Part = {
  name: 'loop',
  about: "the main process's event loop while 1,000 go out over a slow disk, with a history of 100,000",
  async run(bench) {
    const slowDisk = makeSlowDisk(bench.temporaryFolder(), SYNC_MS);
    if ('why' in slowDisk) return { figures: [], notRun: [{ goal: 'B5', what: WHAT, why: slowDisk.why }] };
    const service = await startBenchService();
    const browser = await openBrowser();
    try {
      const rounds: number[][] = [];
      while (rounds.length < bench.rounds) {
        rounds.push(await round(bench, browser, service, slowDisk.env));
        bench.say(`${rounds.length} of ${bench.rounds} rounds`);
      }
      return { figures: [figureOf(rounds)] };
    } finally {
      await browser.close();
      await service.close();
    }
  },
};

function figureOf(rounds: readonly number[][]): Figure {
  const p99 = rounds.map((late) => quantile(late, 0.99));
  return {
    goal: 'B5',
    what: WHAT,
    value: median(p99),
    unit: 'ms',
    bound: { atMost: 16 },
    rounds: p99,
    behind: {
      'p50 ms': median(rounds.map((late) => median(late))),
      'longest ms': median(rounds.map((late) => Math.max(...late))),
    },
  };
}

async function round(
  bench: Bench,
  browser: Browser,
  service: BenchService,
  slowDisk: Readonly<Record<string, string>>,
): Promise<number[]> {
  const userData = await bench.dataset(HISTORY);
  await moveTo(userData, service.origin);
  const late = join(bench.temporaryFolder(), 'lateness.json');
  const app = await openHistory(browser, userData, { ...slowDisk, ...watchLoop(late) }, SETTINGS);
  const call = (channel: string, input: unknown): Promise<unknown> =>
    app.page.evaluate(([name, given]) => window.callboard.call(name, given), [channel, input] as const);
  // The same service and client as the history's workspace: it is this that is signed in to.
  const connected = (await call('workspaces.connect', {
    name: 'Acme',
    baseUrl: service.origin,
    authUrl: service.origin,
    clientId: 'callboard',
    clientSecret: 'bench',
    redirectUri: CUSTOM_SCHEME_REDIRECT,
  })) as { value: { id: string } };
  const workspaceId = connected.value.id;
  const { searchParams } = new URL(await app.nextOpenedAddress());
  const back = new URL(CUSTOM_SCHEME_REDIRECT);
  back.searchParams.set('code', 'bench');
  back.searchParams.set('state', searchParams.get('state') ?? '');
  await app.openDeepLink(back.href);
  await app.page.getByRole('banner').getByText('Paused', { exact: true }).waitFor();
  const fields = madeUpFields(COUNT);
  for (let from = 0; from < COUNT; from += PER_CALL) {
    const submissions = fields.slice(from, from + PER_CALL);
    await call('submissions.submitMany', { workspaceId, submissions, despiteDuplicates: true });
  }
  // What submitting has set off is over before the measuring begins.
  await pause(2000);
  await service.reset();
  const from = Date.now();
  const created = service.created(COUNT);
  await call('submissions.setPaused', { paused: false });
  await created;
  const until = Date.now();
  await app.quit();
  return loopLateness(late, from, until);
}

const SETTINGS = { queuePaused: true, queueConcurrency: 8, undoSeconds: 0 };

/** The history's workspace is one of the benchmark's service. */
async function moveTo(userData: string, origin: string): Promise<void> {
  const { openStorage } = await loadApp();
  const { stores, close } = await openStorage(join(userData, 'callboard.db'), STORAGE_WORKER);
  for (const workspace of await stores.workspaces.list()) {
    await stores.workspaces.save({ ...workspace, baseUrl: origin, authUrl: origin }, Date.now());
  }
  await close();
}
