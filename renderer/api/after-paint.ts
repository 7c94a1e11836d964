/** Longer than this nothing is put off, ms. */
const LONGEST_MS = 100;

/**
 * Resolves when the frame is on screen that shows what was rendered so far, and nothing else waits to be drawn; at once
 * where nothing is drawn.
 */
export function afterPaint(): Promise<void> {
  if (document.visibilityState !== 'visible') return Promise.resolve();
  return new Promise((resolve) => {
    // A window beneath another one counts as visible, and yet it may be given no frame.
    const late = setTimeout(resolve, 2 * LONGEST_MS);
    const painted = (): void => {
      clearTimeout(late);
      resolve();
    };
    // A frame's callbacks run before it is painted; the page is idle at the earliest after that.
    requestAnimationFrame(() => requestIdleCallback(painted, { timeout: LONGEST_MS }));
  });
}
