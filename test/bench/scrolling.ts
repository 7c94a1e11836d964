import type { CDPSession, Page } from '@playwright/test';
import { quantile } from './statistics.ts';

/** A frame that comes later than this has missed its turn at 60 a second, ms. */
const LATE_MS = 25;

/** What scrolling cost the page's main thread. */
export interface Scrolled {
  /** All its tasks: script, style, layout, painting, handing over to the compositor; ms per frame. */
  readonly mainThread: number;
  /** Of those the script, ms per frame. */
  readonly script: number;
  /** Of those style and layout, ms per frame. */
  readonly layout: number;
  /** Frames that came late, of a hundred. */
  readonly late: number;
  /** The time from frame to frame that 99 of 100 keep, ms. */
  readonly p99: number;
}

/** A grid in a page of Chromium, with what measures it. */
export class ScrolledGrid {
  readonly page: Page;
  private readonly cdp: CDPSession;
  private readonly scroller: string;

  private constructor(page: Page, cdp: CDPSession, scroller: string) {
    this.page = page;
    this.cdp = cdp;
    this.scroller = scroller;
  }

  /** `scroller` is the selector of the element that scrolls. */
  static async of(page: Page, scroller: string): Promise<ScrolledGrid> {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable');
    await cdp.send('HeapProfiler.enable');
    return new ScrolledGrid(page, cdp, scroller);
  }

  /** Scrolls from the top by so many px with every frame, as fast as frames come. */
  async scroll(pxPerFrame: number, frames: number): Promise<Scrolled> {
    await this.toTop();
    return this.measured(() =>
      this.page.evaluate(scrollByFrame, { scroller: this.scroller, pxPerFrame, frames }),
    );
  }

  /** Turns a mouse's wheel over the grid, so fast that it goes by so many px a second, for so far. */
  async wheel(pxPerSecond: number, px: number): Promise<Scrolled> {
    await this.toTop();
    const box = await this.page.locator(this.scroller).boundingBox();
    if (!box) throw new Error('The grid is not on screen.');
    return this.measured(async () => {
      await this.page.evaluate(watchFrames);
      await this.cdp.send('Input.synthesizeScrollGesture', {
        x: box.x + box.width / 2,
        y: box.y + box.height / 2,
        yDistance: -px,
        speed: pxPerSecond,
        gestureSourceType: 'mouse',
      });
      return this.page.evaluate(watchedFrames);
    });
  }

  /** Goes so often to a far place at once; gives how long each time it took until no row waited any more, ms. */
  async jump(times: number, waiting: string): Promise<readonly number[]> {
    await this.toTop();
    return this.page.evaluate(jumpAbout, { scroller: this.scroller, times, waiting });
  }

  /** Scrolls from the first row to the last, by so many px with every frame. */
  async scrollThroughout(pxPerFrame: number): Promise<void> {
    const px = await this.page.locator(this.scroller).evaluate((element) => element.scrollHeight);
    await this.scroll(pxPerFrame, Math.ceil(px / pxPerFrame));
  }

  /** The page's JavaScript heap after it was collected twice, MB. */
  async heap(): Promise<number> {
    await this.cdp.send('HeapProfiler.collectGarbage');
    await this.cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.cdp.send('Runtime.getHeapUsage');
    return usedSize / 1e6;
  }

  private async toTop(): Promise<void> {
    await this.page.locator(this.scroller).evaluate(async (element) => {
      element.scrollTop = 0;
      // What waits for the end of a scroll comes before what is measured.
      await new Promise((resolve) => setTimeout(resolve, 500));
    });
  }

  private async measured(scroll: () => Promise<readonly number[]>): Promise<Scrolled> {
    const before = await this.metrics();
    const times = await scroll();
    const after = await this.metrics();
    const gaps = times.slice(1).map((time, at) => time - (times[at] ?? time));
    const perFrame = (...names: readonly string[]): number =>
      names.reduce((sum, name) => sum + (after(name) - before(name)) * 1000, 0) / gaps.length;
    return {
      mainThread: perFrame('TaskDuration'),
      script: perFrame('ScriptDuration'),
      layout: perFrame('LayoutDuration', 'RecalcStyleDuration'),
      late: (gaps.filter((gap) => gap > LATE_MS).length / gaps.length) * 100,
      p99: quantile(gaps, 0.99),
    };
  }

  /** The page's counters, in seconds where they are times. */
  private async metrics(): Promise<(name: string) => number> {
    const { metrics } = await this.cdp.send('Performance.getMetrics');
    return (name) => {
      const found = metrics.find((each) => each.name === name);
      if (!found) throw new Error(`Chromium does not count ${name}.`);
      return found.value;
    };
  }
}

/** In the page: gives when each frame began, ms. */
function scrollByFrame(how: { scroller: string; pxPerFrame: number; frames: number }): Promise<number[]> {
  const element = document.querySelector(how.scroller);
  if (!element) throw new Error('There is no grid to scroll.');
  const times: number[] = [];
  return new Promise((resolve) => {
    const frame = (time: number): void => {
      times.push(time);
      if (times.length > how.frames) {
        resolve(times);
        return;
      }
      element.scrollTop += how.pxPerFrame;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

/** In the page: each place is another part of the list, in an order that jumps to and fro. */
async function jumpAbout(how: { scroller: string; times: number; waiting: string }): Promise<number[]> {
  const element = document.querySelector(how.scroller);
  if (!element) throw new Error('There is no grid to scroll.');
  const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
  const took: number[] = [];
  for (let turn = 1; turn <= how.times; turn += 1) {
    const golden = (turn * 0.618_034) % 1;
    await nextFrame();
    const begun = performance.now();
    element.scrollTop = Math.round(golden * (element.scrollHeight - element.clientHeight));
    // One frame for the grid to hear of it; what is drawn in a frame is on screen when the next begins.
    await nextFrame();
    await nextFrame();
    while (element.querySelector(how.waiting)) await nextFrame();
    await nextFrame();
    took.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return took;
}

/** In the page: notes when each frame begins, until {@link watchedFrames}. */
function watchFrames(): void {
  const times: number[] = [];
  const frame = (time: number): void => {
    times.push(time);
    watched.next = requestAnimationFrame(frame);
  };
  const watched = { times, next: requestAnimationFrame(frame) };
  Object.assign(globalThis, { watched });
}

function watchedFrames(): number[] {
  const watched: { times: number[]; next: number } = Reflect.get(globalThis, 'watched');
  cancelAnimationFrame(watched.next);
  return watched.times;
}
