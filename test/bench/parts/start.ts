import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildBareWindow } from '../launch/bare-window.ts';
import { startPreviewHost } from '../launch/preview-host.ts';
import { SpawnedChromium } from '../launch/spawned-chromium.ts';
import type { Bench, Figure, Part } from '../part.ts';
import { interleaved, median, ratios } from '../statistics.ts';

const REQUESTS = 100_000;
/** A row of the grid that shows a request: one that still waits for its page has no index. */
const FIRST_ROW = '[role="row"][data-index] [role="gridcell"] + [role="gridcell"]';

/** What is started: a built app with its data, and what is on screen when it has started. */
interface Startable {
  readonly app?: string;
  readonly userData: string;
  readonly keyring: string;
  readonly shown: string;
}

export const start: Part = {
  name: 'start',
  budgets: ['F9'],
  about: 'start -> first rows with 100,000 requests, against a bare window in the same host',
  async run(bench) {
    const bare = await bareWindow(bench);
    const full = await callboard(bench, REQUESTS);
    const small = await callboard(bench, 1000);
    const profile = bench.temporaryFolder();
    bench.say('once each, so that files are known to the system');
    for (const each of [bare, full, small, full, bare]) await startOnce(each, profile);
    bench.say('rounds');
    const times = await interleaved(bench.rounds, {
      bare: () => startOnce(bare, profile),
      full: () => startOnce(full, profile),
      small: () => startOnce(small, profile),
    });
    const behind = {
      'Callboard ms': median(times.full.map(shownMs)),
      'of it until its window answers ms': median(times.full.map(({ readyMs }) => readyMs)),
      'bare window ms': median(times.bare.map(shownMs)),
      'of that until the window answers ms': median(times.bare.map(({ readyMs }) => readyMs)),
    };
    return {
      figures: [
        ratio('against a bare window of the same host', times.full, times.bare, 1.5, behind),
        ratio('100,000 requests against 1,000', times.full, times.small, 1.1, {
          '1,000 ms': median(times.small.map(shownMs)),
          '100,000 ms': median(times.full.map(shownMs)),
        }),
      ],
    };
  },
};

function ratio(
  what: string,
  ours: readonly Launched[],
  reference: readonly Launched[],
  atMost: number,
  behind: Figure['behind'] = {},
): Figure {
  const rounds = ratios(ours.map(shownMs), reference.map(shownMs));
  const bound = { atMost };
  return {
    budget: 'F9',
    what: `start -> first rows: ${what}`,
    value: median(rounds),
    unit: 'x',
    bound,
    rounds,
    behind,
  };
}

async function bareWindow(bench: Bench): Promise<Startable> {
  const folder = bench.temporaryFolder();
  const app = join(folder, 'app');
  mkdirSync(app);
  await buildBareWindow(app);
  return { app, userData: join(folder, 'data'), keyring: join(folder, 'keyring'), shown: 'h1' };
}

async function callboard(bench: Bench, requests: number): Promise<Startable> {
  const userData = await bench.dataset(requests);
  return { userData, keyring: join(bench.temporaryFolder(), 'keyring'), shown: FIRST_ROW };
}

/** From the start of the host's process, ms. */
interface Launched {
  /** Until the window can be opened. */
  readonly readyMs: number;
  /** Until what it is about is painted in it. */
  readonly shownMs: number;
}

function shownMs(launched: Launched): number {
  return launched.shownMs;
}

/**
 * Starts a host, and when its window answers a browser for it: one after the other, as in Electron, where a window's
 * process begins when the main process opens it.
 */
async function startOnce({ shown, ...what }: Startable, profile: string): Promise<Launched> {
  const begun = performance.now();
  const host = startPreviewHost(what);
  let browser: SpawnedChromium | undefined;
  try {
    const page = await host.page;
    const readyMs = performance.now() - begun;
    browser = new SpawnedChromium(profile);
    await browser.openUntilPainted(page, shown);
    return { readyMs, shownMs: performance.now() - begun };
  } finally {
    await browser?.close();
    await host.quit();
  }
}
