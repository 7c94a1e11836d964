import type { Page } from '@playwright/test';

/** Moments of one submission, ms after the button was pressed. */
export interface ShownSubmission {
  /** The frame is painted in which a message that can be read says that this candidate waits. */
  readonly message: number;
  /** The frame is painted in which the header's number of those that wait counts it. */
  readonly count: number;
}

/**
 * Presses Submit and waits until the page shows the candidate as waiting, as one submission more than `waiting`.
 *
 * The press is the time stamp that the browser gave the event which sets the form off. A frame counts as painted once a
 * task runs after it: a frame's own callback (requestAnimationFrame) asks for one that goes before all others, and that
 * begins when style, layout and paint of this frame are done.
 */
export async function pressSubmit(
  page: Page,
  press: () => Promise<void>,
  expected: { readonly name: string; readonly waiting: number },
): Promise<ShownSubmission> {
  const shown = await page.evaluateHandle(watch, expected);
  await press();
  return shown.evaluate(({ result }) => result);
}

/** Runs in the page. */
function watch({ name, waiting }: { name: string; waiting: number }) {
  const painted: { message?: number; count?: number } = {};
  const result = new Promise<ShownSubmission>((resolve) => {
    let pressedAt: number | undefined;
    for (const kind of ['keydown', 'click'])
      addEventListener(kind, ({ timeStamp }) => (pressedAt ??= timeStamp), { once: true, capture: true });

    const readable = (element: Element): boolean => {
      let opacity = 1;
      for (let each: Element | null = element; each; each = each.parentElement)
        opacity *= Number(getComputedStyle(each).opacity);
      const { left, right, top, bottom, width } = element.getBoundingClientRect();
      const within = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
      return opacity > 0.9 && width > 0 && within;
    };
    const messageShows = (): boolean =>
      [...document.querySelectorAll('[role="alert"], [role="status"]')].some(
        (each) => each.textContent.includes(name) && readable(each),
      );
    const countShows = (): boolean => {
      const counts = [...document.querySelectorAll('header a')].map((each) => each.textContent);
      const count = counts.flatMap((words) => /^([\d,]+) waiting$/.exec(words)?.[1] ?? [])[0];
      return Number(count?.replaceAll(',', '')) > waiting;
    };
    const shows = { message: messageShows, count: countShows };
    const look = (): void => {
      const now = (['message', 'count'] as const).filter(
        (each) => painted[each] === undefined && shows[each](),
      );
      const done = (): void => {
        const at = performance.now() - (pressedAt ?? Number.NaN);
        for (const each of now) painted[each] ??= at;
        const { message, count } = painted;
        if (message === undefined || count === undefined) return;
        observer.disconnect();
        resolve({ message, count });
      };
      void scheduler.postTask(done, { priority: 'user-blocking' });
      asked = painted.message === undefined && document.body.textContent.includes(name);
      // What is there and cannot be read yet moves: it is looked at again in each frame.
      if (asked) requestAnimationFrame(look);
    };
    let asked = false;
    // No frame is asked for that the page does not draw by itself.
    const observer = new MutationObserver(() => {
      if (asked || pressedAt === undefined) return;
      asked = true;
      requestAnimationFrame(look);
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return { result };
}
