/** The longest wait for an idle period after the frame, ms. */
const IDLE_TIMEOUT_MS = 100;
/** How long items come one after another until the window may draw a frame, ms. */
const SLICE_MS = 8;

/** Resolves once everything rendered so far has been painted; immediately if the window is hidden. */
export function afterPaint(): Promise<void> {
  if (document.visibilityState !== 'visible') return Promise.resolve();
  return new Promise((resolve) => {
    // A window covered by another one counts as visible but may get no animation frames.
    const fallback = setTimeout(resolve, 2 * IDLE_TIMEOUT_MS);
    const painted = (): void => {
      clearTimeout(fallback);
      resolve();
    };
    // Animation frame callbacks run before the paint, idle callbacks after it.
    requestAnimationFrame(() => requestIdleCallback(painted, { timeout: IDLE_TIMEOUT_MS }));
  });
}

/** The items, for work with thousands of them that must not hold up the window. */
export async function* betweenFrames<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let until = performance.now() + SLICE_MS;
  for (const item of items) {
    if (performance.now() >= until) {
      await scheduler.postTask(() => null, { priority: 'user-visible' });
      until = performance.now() + SLICE_MS;
    }
    yield item;
  }
}
