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
const GOAL = { atMost: 1.35 };

/** What is started: a built app with its data, and what is on screen when it has started. */
interface Startable {
  readonly app?: string;
  readonly userData: string;
  readonly keyring: string;
  readonly shown: string;
}

export const start: Part = {
  name: 'start',
  about: 'start -> first rows with 100,000 requests, against a bare window in the same host (B14, B18)',
  async run(bench) {
    const bare = await bareWindow(bench);
    const full = await callboard(bench, REQUESTS);
    const small = await callboard(bench, 1000);
    const warm = bench.temporaryFolder();
    bench.say('once each, so that files are known to the system');
    for (const each of [bare, full, small, full, bare]) await startOnce(each, warm);
    const fresh = (): string => bench.temporaryFolder();
    bench.say('rounds');
    const ms = await interleaved(bench.rounds, {
      bareFresh: () => startOnce(bare, fresh()),
      fullFresh: () => startOnce(full, fresh()),
      bareWarm: () => startOnce(bare, warm),
      fullWarm: () => startOnce(full, warm),
      smallWarm: () => startOnce(small, warm),
    });
    return {
      figures: [
        ratio('start -> first rows, fresh profile, against a bare window', ms.fullFresh, ms.bareFresh),
        ratio('start -> first rows, warm profile, against a bare window', ms.fullWarm, ms.bareWarm),
        grown(ms.fullWarm, ms.smallWarm),
        point(1000, ms.smallWarm),
        point(REQUESTS, ms.fullWarm),
      ],
    };
  },
};

function ratio(what: string, callboardMs: readonly Launched[], bareMs: readonly Launched[]): Figure {
  const rounds = ratios(callboardMs.map(shownMs), bareMs.map(shownMs));
  return {
    goal: 'B14',
    what,
    value: median(rounds),
    unit: 'x',
    bound: GOAL,
    rounds,
    behind: {
      'Callboard ms': median(callboardMs.map(shownMs)),
      'of it until its window answers ms': median(callboardMs.map(({ readyMs }) => readyMs)),
      'bare window ms': median(bareMs.map(shownMs)),
      'of it until the window answers ms': median(bareMs.map(({ readyMs }) => readyMs)),
    },
  };
}

function grown(full: readonly Launched[], small: readonly Launched[]): Figure {
  const rounds = ratios(full.map(shownMs), small.map(shownMs));
  return {
    goal: 'B18',
    what: 'start -> first rows, 100,000 requests against 1,000',
    value: median(rounds),
    unit: 'x',
    bound: { atMost: 1.1 },
    rounds,
  };
}

function point(size: number, launched: readonly Launched[]): Figure {
  const rounds = launched.map(shownMs);
  return {
    goal: 'B14',
    what: 'start -> first rows, warm profile',
    value: median(rounds),
    unit: 'ms',
    rounds,
    point: { series: 'start to first rows, p50', size },
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
