import type { CDPSession, Page } from '@playwright/test';
import { quantile } from './statistics.ts';

/** A frame that comes later than this has missed its turn at 60 a second, ms. */
const LATE_MS = 25;

/** What scrolling cost the page's main thread. */
export interface Scrolled {
  /** All its tasks: script, style, layout, painting, handing over to the compositor; ms per frame. */
  readonly mainThread: number;
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
    const before = await this.taskMs();
    const times = await scroll();
    const after = await this.taskMs();
    const gaps = times.slice(1).map((time, at) => time - (times[at] ?? time));
    return {
      mainThread: (after - before) / gaps.length,
      late: (gaps.filter((gap) => gap > LATE_MS).length / gaps.length) * 100,
      p99: quantile(gaps, 0.99),
    };
  }

  /** What all tasks of the page's main thread took so far, ms. */
  private async taskMs(): Promise<number> {
    const { metrics } = await this.cdp.send('Performance.getMetrics');
    const found = metrics.find(({ name }) => name === 'TaskDuration');
    if (!found) throw new Error('Chromium does not count TaskDuration.');
    return found.value * 1000;
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
