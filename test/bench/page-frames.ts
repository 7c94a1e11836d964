import type { Page } from '@playwright/test';

/** How smoothly a page went on. */
export interface PageFrames {
  /** Milliseconds from each frame to the next. */
  readonly frames: readonly number[];
  /** Tasks that held the page up for 50 ms and more, in ms. */
  readonly longTasks: readonly number[];
}

/** Begins to note a page's frames; {@link takeFrames} gives what was noted. */
export function noteFrames(page: Page): Promise<void> {
  return page.evaluate(() => {
    const noted = { frames: [] as number[], longTasks: [] as number[] };
    let last = performance.now();
    const next = (): void => {
      const now = performance.now();
      noted.frames.push(now - last);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    const observer = new PerformanceObserver((list) =>
      noted.longTasks.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ entryTypes: ['longtask'] });
    Object.assign(globalThis, { benchFrames: noted });
  });
}

/** What was noted since the beginning, or since it was last taken. */
export function takeFrames(page: Page): Promise<PageFrames> {
  return page.evaluate(() => {
    const noted: { frames: number[]; longTasks: number[] } = Reflect.get(globalThis, 'benchFrames');
    return { frames: noted.frames.splice(0), longTasks: noted.longTasks.splice(0) };
  });
}
