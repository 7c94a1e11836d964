import type { Page } from '@playwright/test';
import { openBrowser, openHistory } from '../app-window.ts';
import type { Bench, Figure, Part } from '../part.ts';
import { SeededRandom } from '../seeded-random.ts';
import { median, quantile } from '../statistics.ts';
import { expectedOf, type Found, typeWatched } from '../typing-watch.ts';

/** Names, numbers, jobs, questionnaires, words of results: what people look for. */
const TEXTS = ['maria', 'garcia', '0151', '+1 20', 'welder', 'care-v1', 'negotiation', 'strong hire'];
/** Milliseconds from one key to the next: at the pace of a person, and as fast as fingers go. */
const PACES = [
  [90, 220],
  [30, 45],
] as const;

export const typing: Part = {
  name: 'typing',
  budgets: ['F5'],
  about: 'typing into the search of 100,000 requests: from each key until its rows are painted',
  run: async (bench) => ({ figures: [await typedInto(bench, 100_000, 100)] }),
};

/** The same with a history of any size. */
export async function typedInto(bench: Bench, requests: number, atMost: number): Promise<Figure> {
  const browser = await openBrowser();
  const app = await openHistory({ browser, userData: await bench.dataset(requests) });
  try {
    const texts = await distinctTexts(app.page);
    const random = new SeededRandom(5);
    await typeAll(app.page, texts.slice(0, 3), () => 60);
    const painted: number[][] = [];
    while (painted.length < bench.rounds) {
      const typed: number[] = [];
      for (const [least, most] of PACES)
        typed.push(...(await typeAll(app.page, texts, () => random.whole(least, most))));
      painted.push(typed);
      bench.say(`${painted.length} of ${bench.rounds} rounds`);
    }
    const rounds = painted.map((each) => quantile(each, 0.95));
    return {
      budget: 'F5',
      what: `key typed in the search until its rows are painted, ${requests.toLocaleString('en')} requests: p95`,
      value: median(rounds),
      unit: 'ms',
      bound: { atMost },
      rounds,
      behind: { 'p50 ms': median(painted.flat()), 'greatest ms': Math.max(...painted.flat()) },
    };
  } finally {
    await app.quit();
    await browser.close();
  }
}

/** Keys to type one after the other, with what the list has to show after each. */
interface Text {
  readonly keys: readonly string[];
  readonly expected: readonly Found[];
}

/** The texts as far as each key brings other rows: whether the same rows were painted anew, nobody can tell. */
async function distinctTexts(page: Page): Promise<Text[]> {
  const texts: Text[] = [];
  for (const text of TEXTS) {
    const keys = [...text];
    const expected = await expectedOf(
      page,
      keys.map((_, at) =>
        keys
          .slice(0, at + 1)
          .join('')
          .trim(),
      ),
    );
    const same = expected.findIndex((each, at) => JSON.stringify(each) === JSON.stringify(expected[at - 1]));
    const length = same === -1 ? keys.length : same;
    texts.push({ keys: keys.slice(0, length), expected: expected.slice(0, length) });
  }
  return texts;
}

async function typeAll(page: Page, texts: readonly Text[], pauseMs: () => number): Promise<number[]> {
  const typed: number[] = [];
  const field = page.getByRole('searchbox', { name: 'Search requests' });
  for (const { keys, expected } of texts) {
    await field.fill('');
    await field.focus();
    await page.waitForTimeout(300);
    typed.push(...(await typeWatched(page, keys, expected, pauseMs)));
  }
  return typed;
}
