import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumLaunchOptions } from '../../e2e/driver/chromium.ts';
import { openHistory } from '../app-window.ts';
import { type GridPages, serveGridPages } from '../grid-pages.ts';
import { allRowTexts } from '../grid-rows.ts';
import type { Bench, Figure, Part } from '../part.ts';
import { type Scrolled, ScrolledGrid } from '../scrolling.ts';
import { interleaved, median, ratios } from '../statistics.ts';

const REQUESTS = 100_000;
/** The grid's size in all pages, px: about twenty rows. */
const SIZE = { width: 1240, height: 800 };
const PX_A_FRAME = 100;
/** Through all rows, px a frame. */
const THROUGH = 4000;
/** Frames of each measured scroll, after a shorter one that makes the page warm. */
const FRAMES = { measured: 180, first: 60 } as const;
/** A mouse's wheel: px a second, px in all. */
const WHEEL = { speed: 6000, distance: 18_000 } as const;

const APP_GRID = '[role="grid"][aria-label="Tracked requests"]';

export const grid: Part = {
  name: 'grid',
  budgets: ['F7', 'F8'],
  about: 'scrolling 100,000 requests against a list written by hand and AG Grid; memory',
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
      return { figures: figuresOf(runs) };
    } finally {
      await pages.close();
      await browser.close();
    }
  },
};

/** What one page made of all scrolls. */
interface Measured {
  readonly frames: Scrolled;
  readonly wheel: Scrolled;
  /** MB, after it was scrolled through all rows. */
  readonly heap: number;
}

async function makePages(bench: Bench, browser: Browser, userData: string): Promise<GridPages> {
  bench.say('reading all rows out of the app, for the other grids');
  const app = await openHistory({ browser, userData });
  try {
    return await serveGridPages(bench.temporaryFolder(), await allRowTexts(app.page));
  } finally {
    await app.quit();
  }
}

async function measureApp(browser: Browser, userData: string): Promise<Measured> {
  const app = await openHistory({ browser, userData });
  try {
    await giveSize(app.page, APP_GRID);
    return await measure(await ScrolledGrid.of(app.page, APP_GRID));
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
  await shown.scroll(PX_A_FRAME, FRAMES.first);
  const frames = await shown.scroll(PX_A_FRAME, FRAMES.measured);
  const wheel = await shown.wheel(WHEEL.speed, WHEEL.distance);
  await shown.scrollThroughout(THROUGH);
  return { frames, wheel, heap: await shown.heap() };
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

type Runs = Readonly<Record<'app' | 'list' | 'agGrid', readonly Measured[]>>;

function figuresOf({ app, list, agGrid }: Runs): Figure[] {
  const scrolls = (['frames', 'wheel'] as const).flatMap((way) => {
    const of = (grids: readonly Measured[], what: keyof Scrolled): number[] =>
      grids.map((each) => each[way][what]);
    const later = of(app, 'late').map((late, round) => late - (of(list, 'late')[round] ?? Number.NaN));
    return [
      figure('F7', `${WORDS[way]}: late frames beyond those of a list by hand`, '%', later, 0, {
        'Callboard %': median(of(app, 'late')),
        'list by hand %': median(of(list, 'late')),
        'AG Grid %': median(of(agGrid, 'late')),
        'p99 frame ms': median(of(app, 'p99')),
      }),
      figure(
        'F7',
        `${WORDS[way]}: main thread against AG Grid`,
        'x',
        ratios(of(app, 'mainThread'), of(agGrid, 'mainThread')),
        0.5,
        {
          'Callboard ms/frame': median(of(app, 'mainThread')),
          'list by hand ms/frame': median(of(list, 'mainThread')),
          'AG Grid ms/frame': median(of(agGrid, 'mainThread')),
        },
      ),
    ];
  });
  const heap = (grids: readonly Measured[]): number[] => grids.map((each) => each.heap);
  const against = ratios(heap(app), heap(agGrid));
  return [
    ...scrolls,
    figure('F8', "page's heap after scrolling through all 100,000, against AG Grid", 'x', against, 0.3, {
      'Callboard MB': median(heap(app)),
      'list by hand MB': median(heap(list)),
      'AG Grid MB': median(heap(agGrid)),
    }),
  ];
}

const WORDS = {
  frames: `scrolling ${PX_A_FRAME} px a frame`,
  wheel: "scrolling by a mouse's wheel",
} as const;

function figure(
  budget: Figure['budget'],
  what: string,
  unit: string,
  rounds: readonly number[],
  atMost: number,
  behind: Readonly<Record<string, number>>,
): Figure {
  return { budget, what, value: median(rounds), unit, bound: { atMost }, rounds, behind };
}
