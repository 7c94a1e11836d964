import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumLaunchOptions } from '../../e2e/driver/chromium.ts';
import { type GridPages, serveGridPages } from '../grid-pages.ts';
import { allRowTexts } from '../grid-rows.ts';
import { openHistory } from '../history-window.ts';
import type { Bench, Figure, Part } from '../part.ts';
import { type Scrolled, ScrolledGrid } from '../scrolling.ts';
import { interleaved, median, quantile, ratios } from '../statistics.ts';

const REQUESTS = 100_000;
/** The grid's size in all pages, px: about twenty rows. */
const SIZE = { width: 1240, height: 800 };
/** A slow scroll, and one as fast as rows can still be glanced at, px per frame. */
const SPEEDS = { slow: 100, fast: 1000 } as const;
/** Frames of each measured scroll, after a shorter one that makes the page warm. */
const FRAMES = { measured: 180, first: 60 } as const;
/** A mouse's wheel: px a second, px in all. */
const WHEEL = { speed: 6000, distance: 18_000 } as const;
const JUMPS = 30;

const APP_GRID = '[role="grid"][aria-label="Tracked requests"]';

export const grid: Part = {
  name: 'grid',
  about: 'scrolling 100,000 requests against a list written by hand and AG Grid; memory (B11, B12)',
  async run(bench) {
    const userData = await bench.dataset(REQUESTS);
    const browser = await chromium.launch(chromiumLaunchOptions());
    const pages = await makePages(bench, browser, userData);
    try {
      const runs = await interleaved(bench.rounds, {
        app: () => measureApp(browser, userData),
        list: () => measurePage(browser, pages.list),
        agGrid: () => measurePage(browser, pages.agGrid),
      });
      const throughout = await measureThroughout(browser, userData);
      return { figures: figuresOf(runs.app, runs.list, runs.agGrid, throughout) };
    } finally {
      await pages.close();
      await browser.close();
    }
  },
};

/** What one page made of all scrolls. */
interface Measured {
  readonly slow: Scrolled;
  readonly fast: Scrolled;
  readonly wheel: Scrolled;
  /** MB, before any scrolling and after all of it. */
  readonly heapAtFirst: number;
  readonly heap: number;
  /** From a jump to the frame that shows rows where place holders stood, ms each; none where no row ever waits. */
  readonly jumps: readonly number[];
}

async function makePages(bench: Bench, browser: Browser, userData: string): Promise<GridPages> {
  bench.say('reading all rows out of the app, for the other grids');
  const app = await openHistory(browser, userData);
  try {
    return await serveGridPages(bench.temporaryFolder(), await allRowTexts(app.page));
  } finally {
    await app.quit();
  }
}

async function measureApp(browser: Browser, userData: string): Promise<Measured> {
  const app = await openHistory(browser, userData);
  try {
    await giveSize(app.page, APP_GRID);
    const shown = await ScrolledGrid.of(app.page, APP_GRID);
    const measured = await measure(shown);
    return { ...measured, jumps: await shown.jump(JUMPS, '[role="row"][aria-busy]') };
  } finally {
    await app.quit();
  }
}

async function measurePage(browser: Browser, address: string): Promise<Measured> {
  const context = await browser.newContext({ viewport: SIZE });
  try {
    const page = await context.newPage();
    await page.goto(address);
    await page.locator('html[data-ready]').waitFor();
    return await measure(await ScrolledGrid.of(page, '[data-scroller]'));
  } finally {
    await context.close();
  }
}

async function measure(shown: ScrolledGrid): Promise<Measured> {
  const heapAtFirst = await shown.heap();
  await shown.scroll(SPEEDS.fast, FRAMES.first);
  await shown.scroll(SPEEDS.slow, FRAMES.first);
  const slow = await shown.scroll(SPEEDS.slow, FRAMES.measured);
  const fast = await shown.scroll(SPEEDS.fast, FRAMES.measured);
  const wheel = await shown.wheel(WHEEL.speed, WHEEL.distance);
  return { slow, fast, wheel, heapAtFirst, heap: await shown.heap(), jumps: [] };
}

/** Makes the window as large as the grid in it needs to have its size. */
async function giveSize(page: Page, grid: string): Promise<void> {
  const frame = page.locator(grid);
  const window = page.viewportSize();
  const box = await frame.boundingBox();
  if (!window || !box) throw new Error('The grid is not on screen.');
  await page.setViewportSize({
    width: Math.round(window.width + SIZE.width - box.width),
    height: Math.round(window.height + SIZE.height - box.height),
  });
  await page.waitForFunction(
    ({ grid, size }) => {
      const found = document.querySelector(grid)?.getBoundingClientRect();
      // Around it stand parts of no whole height.
      return found && Math.abs(found.width - size.width) < 1 && Math.abs(found.height - size.height) < 1;
    },
    { grid, size: SIZE },
  );
}

/** Heap after the whole history went over the screen, MB: what was scrolled past is not kept. */
async function measureThroughout(browser: Browser, userData: string): Promise<number> {
  const app = await openHistory(browser, userData);
  try {
    await giveSize(app.page, APP_GRID);
    const shown = await ScrolledGrid.of(app.page, APP_GRID);
    await shown.scrollThroughout(4000);
    return await shown.heap();
  } finally {
    await app.quit();
  }
}

function figuresOf(
  app: readonly Measured[],
  list: readonly Measured[],
  agGrid: readonly Measured[],
  throughout: number,
): Figure[] {
  const scrolls = (['slow', 'fast', 'wheel'] as const).flatMap((way) => {
    const of = (grids: readonly Measured[], what: keyof Scrolled): number[] =>
      grids.map((each) => each[way][what]);
    const behind = {
      'Callboard ms/frame': median(of(app, 'mainThread')),
      'of it script ms/frame': median(of(app, 'script')),
      'of it style and layout ms/frame': median(of(app, 'layout')),
      'list by hand ms/frame': median(of(list, 'mainThread')),
      'of that style and layout ms/frame': median(of(list, 'layout')),
      'AG Grid ms/frame': median(of(agGrid, 'mainThread')),
    };
    const byHand = ratios(of(app, 'mainThread'), of(list, 'mainThread'));
    const byAgGrid = ratios(of(app, 'mainThread'), of(agGrid, 'mainThread'));
    const late = of(app, 'late');
    const lateBehind = {
      'p99 ms': median(of(app, 'p99')),
      'list by hand late %': median(of(list, 'late')),
      'AG Grid late %': median(of(agGrid, 'late')),
    };
    const what = WORDS[way];
    return [
      figure('B11', `${what}: main thread per frame against a list by hand`, 'x', byHand, 1.5, behind),
      figure('B11', `${what}: main thread per frame against AG Grid`, 'x', byAgGrid, 0.5),
      figure('B11', `${what}: late frames`, '%', late, 0, lateBehind),
    ];
  });
  const heap = (grids: readonly Measured[], when: 'heap' | 'heapAtFirst'): number[] =>
    grids.map((each) => each[when]);
  const heapBehind = {
    'Callboard MB': median(heap(app, 'heap')),
    'list by hand MB': median(heap(list, 'heap')),
    'AG Grid MB': median(heap(agGrid, 'heap')),
  };
  const atFirst = ratios(heap(app, 'heapAtFirst'), heap(agGrid, 'heapAtFirst'));
  const after = ratios(heap(app, 'heap'), heap(agGrid, 'heap'));
  const ofThroughout = [throughout / median(heap(agGrid, 'heap'))];
  const jumps = app.flatMap((each) => each.jumps);
  const jumped = {
    ...figure('B11', 'jump to a far place: until its rows are there, p95', 'ms', jumps),
    value: quantile(jumps, 0.95),
    behind: { 'p50 ms': median(jumps) },
  };
  return [
    ...scrolls,
    jumped,
    figure('B12', 'heap when the list has opened, against AG Grid', 'x', atFirst, 0.5),
    figure('B12', 'heap after scrolling, against AG Grid', 'x', after, 0.5, heapBehind),
    figure('B12', 'heap after scrolling through all 100,000, against AG Grid', 'x', ofThroughout, 0.5, {
      'Callboard MB': throughout,
    }),
  ];
}

const WORDS = {
  slow: `${SPEEDS.slow} px a frame`,
  fast: `${SPEEDS.fast.toLocaleString('en')} px a frame`,
  wheel: "a mouse's wheel, 100 px a frame",
} as const;

function figure(
  goal: Figure['goal'],
  what: string,
  unit: string,
  rounds: readonly number[],
  atMost?: number,
  behind: Figure['behind'] = {},
): Figure {
  const bound = atMost === undefined ? undefined : { atMost };
  return { goal, what, value: median(rounds), unit, bound, rounds, behind };
}
