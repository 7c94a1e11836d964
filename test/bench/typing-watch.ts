import type { Page } from '@playwright/test';

/** What the list shows for a text: how many match, and who comes first. */
export interface Found {
  readonly total: number;
  readonly first: readonly string[];
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
 * Types into the field that has the focus, a key at a time; each of `expected` is what has to show after as many keys. Answers how
 * long it took from each key to the frame in which the rows of its text, or of a longer one, are painted, ms.
 */
export async function typeWatched(
  page: Page,
  keys: readonly string[],
  expected: readonly Found[],
  pauseMs: () => number,
): Promise<readonly number[]> {
  const watched = await page.evaluateHandle(watch, expected);
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(pauseMs());
  }
  return watched.evaluate(({ painted }) => painted);
}

/** Runs in the page. */
function watch(expected: readonly Found[]) {
  const pressedAt: number[] = [];
  const times: number[] = [];
  const onKey = ({ timeStamp }: KeyboardEvent): void => void pressedAt.push(timeStamp);
  addEventListener('keydown', onKey, { capture: true });
  const grid = document.querySelector('[role="grid"][aria-label="Tracked requests"]');
  const shows = ({ total, first }: Found): boolean =>
    grid?.getAttribute('aria-rowcount') === String(total + 1) &&
    first.every((name, at) =>
      grid.querySelector(`[role="row"][aria-rowindex="${at + 2}"]`)?.textContent.includes(name),
    );
  const painted = new Promise<number[]>((resolve) => {
    const look = (): void => {
      const shown = expected.findLastIndex((each, key) => key < pressedAt.length && shows(each));
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        const now = performance.now();
        for (let key = 0; key <= shown; key += 1) times[key] ??= now - (pressedAt[key] ?? Number.NaN);
        if (times.length < expected.length) return;
        removeEventListener('keydown', onKey, { capture: true });
        resolve(times);
      };
      port2.postMessage(null);
      if (times.length < expected.length) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return { painted };
}
