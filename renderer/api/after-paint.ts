/** The longest wait for an idle period after the frame, ms. */
const IDLE_TIMEOUT_MS = 100;

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
