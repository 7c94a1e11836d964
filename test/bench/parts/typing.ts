import type { Page } from '@playwright/test';
import { openBrowser } from '../app-window.ts';
import { openHistory } from '../history-window.ts';
import type { Figure, Part } from '../part.ts';
import { SeededRandom } from '../seeded-random.ts';
import { quantile } from '../statistics.ts';
import { expectedOf, type Found, type TypedText, typeWatched } from '../typing-watch.ts';

const REQUESTS = 100_000;
/** Names, numbers, jobs, questionnaires, words of results: what people look for. */
const TEXTS = ['maria', 'garcia', '0151', '+1 20', 'welder', 'care-v1', 'negotiation', 'strong hire'];
/** Milliseconds from one key to the next. */
const PACES = { 'at the pace of a person': [90, 220], 'as fast as fingers go': [30, 45] } as const;
type Pace = keyof typeof PACES;

const MOST_DELAY_MS = 50;
const MOST_PAINT_MS = 100;

export const typing: Part = {
  name: 'typing',
  about: 'Typing into the search of requests: from each key until its rows are painted',
  async run(bench) {
    const browser = await openBrowser();
    const app = await openHistory(browser, await bench.dataset(REQUESTS));
    try {
      const texts = await distinctTexts(app.page);
      const random = new SeededRandom(5);
      await typeAll(app.page, texts.slice(0, 3), () => 60);
      const rounds: Record<Pace, TypedText[][]> = {
        'at the pace of a person': [],
        'as fast as fingers go': [],
      };
      for (let round = 1; round <= bench.rounds; round += 1) {
        for (const pace of Object.keys(PACES) as Pace[]) {
          const [least, most] = PACES[pace];
          rounds[pace].push(await typeAll(app.page, texts, () => random.whole(least, most)));
        }
        bench.say(`${round} of ${bench.rounds} rounds`);
      }
      return { figures: (Object.keys(PACES) as Pace[]).flatMap((pace) => figuresOf(pace, rounds[pace])) };
    } finally {
      await app.quit();
      await browser.close();
    }
  },
};

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

async function typeAll(page: Page, texts: readonly Text[], pauseMs: () => number): Promise<TypedText[]> {
  const typed: TypedText[] = [];
  const field = page.getByRole('searchbox', { name: 'Search requests' });
  for (const { keys, expected } of texts) {
    await field.fill('');
    await field.focus();
    await page.waitForTimeout(300);
    typed.push(await typeWatched(page, keys, expected, pauseMs));
  }
  return typed;
}

function figuresOf(pace: Pace, rounds: readonly TypedText[][]): Figure[] {
  const of = (round: readonly TypedText[], pick: (each: TypedText) => readonly number[]) =>
    round.flatMap(pick);
  const painted = rounds.map((round) => of(round, (each) => each.painted));
  const delays = rounds.map((round) => Math.max(0, ...of(round, (each) => each.delays)));
  const durations = rounds.flatMap((round) => of(round, (each) => each.durations));
  const about = `${pace}, ${REQUESTS.toLocaleString('en')} requests`;
  return [
    {
      goal: 'B13',
      what: `search typed ${about}: key until its rows are painted, p95`,
      value: quantile(painted.flat(), 0.95),
      unit: 'ms',
      bound: { atMost: MOST_PAINT_MS },
      rounds: painted.map((each) => quantile(each, 0.95)),
      behind: {
        'p50 ms': quantile(painted.flat(), 0.5),
        'greatest ms': Math.max(...painted.flat()),
        'key until the next paint, p95 ms': quantile(durations, 0.95),
      },
    },
    {
      goal: 'B13',
      what: `search typed ${about}: longest input delay`,
      value: Math.max(...delays),
      unit: 'ms',
      bound: { atMost: MOST_DELAY_MS },
      rounds: delays,
    },
  ];
}
