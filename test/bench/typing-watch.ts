import type { Page } from '@playwright/test';

/** What the list shows for a text: how many match, and who comes first. */
export interface Found {
  readonly total: number;
  readonly first: readonly string[];
}

/** What became of the keys of one text. */
export interface TypedText {
  /** From each key to the frame in which the rows of its text, or of a longer one, are painted; ms. */
  readonly painted: readonly number[];
  /** From the key to the beginning of its handlers (Event Timing); only of events that took 16 ms or more. */
  readonly delays: readonly number[];
  /** From the key to the next paint, in steps of 8 ms; those under 16 count as 16. */
  readonly durations: readonly number[];
}

/** So many rows at the top tell one result from another. */
const ROWS = 8;

/** What the list has to show for each text, asked of the app itself. */
export function expectedOf(page: Page, texts: readonly string[]): Promise<Found[]> {
  return page.evaluate(
    async ({ texts, rows }) => {
      const all = { filter: { archived: 'no' }, sort: 'updated', descending: true, offset: 0, limit: rows };
      const found: Found[] = [];
      const state = (await window.callboard.call('app.state', undefined)) as {
        value: { currentWorkspace: { id: string } };
      };
      const workspaceId = state.value.currentWorkspace.id;
      for (const search of texts) {
        const query = { ...all, workspaceId, filter: { ...all.filter, search } };
        const answer = (await window.callboard.call('requests.list', query)) as {
          value: { total: number; rows: { candidateName: string }[] };
        };
        const { value } = answer;
        found.push({ total: value.total, first: value.rows.map(({ candidateName }) => candidateName) });
      }
      return found;
    },
    { texts, rows: ROWS },
  );
}

/**
 * Types into the field that has the focus, a key at a time, and watches what the page makes of it. Each of `expected` is
 * what has to show after as many keys.
 */
export async function typeWatched(
  page: Page,
  keys: readonly string[],
  expected: readonly Found[],
  pauseMs: () => number,
): Promise<TypedText> {
  const watched = await page.evaluateHandle(watch, expected);
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(pauseMs());
  }
  return watched.evaluate(({ result }) => result);
}

/** Runs in the page. */
function watch(expected: readonly Found[]) {
  const pressedAt: number[] = [];
  const painted: number[] = [];
  const delays: number[] = [];
  const durations: number[] = [];
  const entries = new PerformanceObserver((list) => take(list.getEntries()));
  entries.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  const take = (list: PerformanceEntryList): void => {
    for (const entry of list) {
      if (!(entry instanceof PerformanceEventTiming) || entry.name !== 'keydown') continue;
      delays.push(entry.processingStart - entry.startTime);
      durations.push(entry.duration);
    }
  };
  const onKey = ({ timeStamp }: KeyboardEvent): void => void pressedAt.push(timeStamp);
  addEventListener('keydown', onKey, { capture: true });

  const grid = document.querySelector('[role="grid"][aria-label="Tracked requests"]');
  const shows = ({ total, first }: Found): boolean =>
    grid?.getAttribute('aria-rowcount') === String(total + 1) &&
    first.every((name, at) =>
      grid.querySelector(`[role="row"][aria-rowindex="${at + 2}"]`)?.textContent.includes(name),
    );
  const result = new Promise<TypedText>((resolve) => {
    const look = (): void => {
      const shown = expected.findLastIndex((each, key) => key < pressedAt.length && shows(each));
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        const now = performance.now();
        for (let key = 0; key <= shown; key += 1) painted[key] ??= now - (pressedAt[key] ?? Number.NaN);
      };
      port2.postMessage(null);
      if (painted.length < expected.length) requestAnimationFrame(look);
      // Event Timing tells of the last key some frames later.
      else setTimeout(end, 300);
    };
    const end = (): void => {
      take(entries.takeRecords());
      entries.disconnect();
      removeEventListener('keydown', onKey, { capture: true });
      while (durations.length < expected.length) durations.push(16);
      resolve({ painted, delays, durations });
    };
    requestAnimationFrame(look);
  });
  return { result };
}
