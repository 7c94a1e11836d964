import type { Page } from '@playwright/test';
import { noteFrames, type PageFrames, takeFrames } from '../page-frames.ts';

/** Moments in UTC ms, as the window saw them. */
interface Span {
  readonly from: number;
  readonly until: number;
}

export interface ImportTimes {
  /** From the choice of the file until all rows are checked and can be queued. */
  readonly reviewing: Span & PageFrames;
  /** From the press of the button until all are in the queue. */
  readonly queueing: Span & PageFrames;
}

/**
 * Chooses a file on the Import page of a window and queues its good rows. A step is over in the first frame in which the
 * window says so.
 */
export async function importOnce(page: Page, file: string, good: number): Promise<ImportTimes> {
  const count = good.toLocaleString('en');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await page.locator('input[type=file]').waitFor({ state: 'attached' });
  await noteFrames(page);
  const reviewed = shownAfter(page, 'change', `button:not([data-loading])`, `Queue ${count} submissions`);
  await page.locator('input[type=file]').setInputFiles(file);
  const reviewing = { ...(await reviewed), ...(await takeFrames(page)) };
  const queued = shownAfter(
    page,
    'click',
    '[role=alert]',
    `${count} submissions (are in the queue|were queued)`,
  );
  await page.getByRole('button', { name: `Queue ${count} submissions` }).click();
  const queueing = { ...(await queued), ...(await takeFrames(page)) };
  return { reviewing, queueing };
}

/** When an event happens next, and when afterwards an element first shows words (a regular expression). */
function shownAfter(page: Page, event: string, selector: string, words: string): Promise<Span> {
  return page.evaluate(
    ({ event, selector, words }) =>
      new Promise<{ from: number; until: number }>((resolve) => {
        const sought = new RegExp(words);
        addEventListener(
          event,
          () => {
            const from = performance.timeOrigin + performance.now();
            const look = (): void => {
              const shown = [...document.querySelectorAll(selector)].some(({ textContent }) =>
                sought.test(textContent),
              );
              if (shown) resolve({ from, until: performance.timeOrigin + performance.now() });
              else requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
          },
          { capture: true, once: true },
        );
      }),
    { event, selector, words },
  );
}
