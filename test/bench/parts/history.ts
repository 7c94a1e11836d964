import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench, Figure, Part } from '../part.ts';
import { PlainTable } from '../references/plain-table.ts';
import { SeededRandom } from '../seeded-random.ts';
import { interleaved, median, quantile, ratios } from '../statistics.ts';
import { openHistoryStorage, pageOf, type Stores, timed } from '../storage/history-storage.ts';
import { newSubmission } from '../storage/new-submission.ts';
import {
  LIST_KINDS,
  type ListedValues,
  type ListKind,
  listedValues,
  randomList,
} from '../storage/random-lists.ts';
import { randomSearch, SEARCH_KINDS, searchedTexts } from '../storage/random-searches.ts';

const FULL = 100_000;
const SIZES = [1000, 10_000, FULL];
const OPENINGS = 3;
const COMMITS = 40;
/** Of every kind, in every round. */
const SEARCHES = 20;
/** As many as a 99th percentile needs. */
const LISTS = 200;
const WARM_UP = 20;
/** A scan costs what its rows cost, whatever it looks for: a few searches of each round tell. */
const SCANS = 22;

/** ms of one round. */
interface Round {
  readonly opened: number[];
  readonly committed: number[];
  readonly searched: number[];
  readonly pages: ReadonlyMap<ListKind, number[]>;
  readonly scanned: number[];
}

/** What is done all day, at three sizes of the history, in the app's own storage thread. */
export const history: Part = {
  name: 'history',
  budgets: ['F6', 'F14', 'F15'],
  about: 'list pages and searches against a LIKE scan, submit and opening, with 1,000 to 100,000 requests',
  async run(bench) {
    const histories = new Map<number, History>();
    for (const size of SIZES) histories.set(size, await History.of(bench, size));
    const rounds = await interleaved(
      bench.rounds,
      Object.fromEntries([...histories].map(([size, each]) => [size, () => each.round()])),
    );
    const [small = [], full = []] = [rounds[1000], rounds[FULL]];
    return {
      figures: [
        ...listFigures(full),
        growth('submit until it is on the disk', small, full, ({ committed }) => median(committed)),
        growth('opening with the first page', small, full, ({ opened }) => median(opened)),
        {
          budget: 'F15',
          what: 'disk space of a request',
          value: histories.get(FULL)?.bytesEach ?? Number.NaN,
          unit: 'B',
          bound: { atMost: 2000 },
          rounds: [],
        },
        ...[...histories].flatMap(([size, each]) => grown(size, each.bytesEach, rounds[size] ?? [])),
      ],
    };
  },
};

/** What is done all day with a million requests, which takes as long as it takes: how it grows is what is shown. */
export async function grownHistory(bench: Bench, size: number): Promise<Figure[]> {
  const measured = await History.of(bench, size);
  const rounds: Round[] = [];
  while (rounds.length < bench.rounds) rounds.push(await measured.round());
  return grown(size, measured.bytesEach, rounds);
}

function listFigures(rounds: readonly Round[]): Figure[] {
  const all = ({ pages }: Round): number[] => [...pages.values()].flat();
  const slowest = LIST_KINDS.map((kind) => ({
    kind,
    p99: median(rounds.map(({ pages }) => quantile(pages.get(kind) ?? [], 0.99))),
  })).toSorted((a, b) => b.p99 - a.p99)[0];
  const p50 = rounds.map(({ searched }) => median(searched));
  const scan = rounds.map(({ scanned }) => median(scanned));
  const against = ratios(p50, scan);
  const page = (share: number, atMost: number): Figure => {
    const of = rounds.map((round) => quantile(all(round), share));
    return {
      budget: 'F6',
      what: `any list page (filters x orders x search), 100,000 requests: p${share * 100}`,
      value: median(of),
      unit: 'ms',
      bound: { atMost },
      rounds: of,
      behind: {
        'p50 ms': median(rounds.map((round) => median(all(round)))),
        [`slowest kind (${slowest?.kind}), p99 ms`]: slowest?.p99 ?? Number.NaN,
        'slowest ms': Math.max(...rounds.flatMap(all)),
      },
    };
  };
  return [
    page(0.95, 16),
    page(0.99, 50),
    {
      budget: 'F6',
      what: 'search, 100,000 requests: p50 against a LIKE scan',
      value: median(against),
      unit: 'x',
      bound: { atMost: 0.15 },
      rounds: against,
      behind: {
        'app ms': median(p50),
        'LIKE scan ms': median(scan),
        'app, p99 ms': median(rounds.map(({ searched }) => quantile(searched, 0.99))),
      },
    },
  ];
}

function growth(
  what: string,
  small: readonly Round[],
  full: readonly Round[],
  of: (round: Round) => number,
): Figure {
  const rounds = ratios(full.map(of), small.map(of));
  return {
    budget: 'F14',
    what: `${what}: 100,000 requests against 1,000`,
    value: median(rounds),
    unit: 'x',
    bound: { atMost: 1.2 },
    rounds,
    behind: { '1,000 ms': median(small.map(of)), '100,000 ms': median(full.map(of)) },
  };
}

/** What of one size stands beside the others. */
function grown(size: number, bytesEach: number, rounds: readonly Round[]): Figure[] {
  const line = (what: string, share: number, of: (round: Round) => readonly number[]): Figure => {
    const values = rounds.map((round) => quantile(of(round), share));
    return { budget: 'F14', what, value: median(values), unit: 'ms', rounds: values, size };
  };
  const pages = (round: Round): number[] => [...round.pages.values()].flat();
  return [
    line('submit until it is on the disk, p50', 0.5, ({ committed }) => committed),
    line('opening with the first page, p50', 0.5, ({ opened }) => opened),
    line('any list page, p50', 0.5, pages),
    line('any list page, p95', 0.95, pages),
    line('any list page, p99', 0.99, pages),
    line('search, p50', 0.5, ({ searched }) => searched),
    line('search, p99', 0.99, ({ searched }) => searched),
    { budget: 'F15', what: 'disk space of a request', value: bytesEach, unit: 'B', rounds: [], size },
  ];
}

/** A data set, and for the largest with budgets the plain table that is scanned. */
class History {
  readonly bytesEach: number;
  private readonly userData: string;
  private readonly random = new SeededRandom(11);
  private readonly plain: PlainTable | undefined;
  private readonly listed: ListedValues;
  private commits = 0;

  private constructor(bytesEach: number, userData: string, listed: ListedValues, plain?: PlainTable) {
    this.bytesEach = bytesEach;
    this.userData = userData;
    this.listed = listed;
    this.plain = plain;
  }

  static async of(bench: Bench, size: number): Promise<History> {
    bench.say(`${size.toLocaleString('en')} requests`);
    const userData = await bench.dataset(size);
    // Before fields are pinned, of which each takes room of its own.
    const bytesEach = statSync(join(userData, 'callboard.db')).size / size;
    const { stores, close } = await openHistoryStorage(userData);
    const listed = await listedValues(stores, await searchedTexts(stores, new SeededRandom(5)));
    const plain = size === FULL ? await PlainTable.of(stores, bench.temporaryFolder()) : undefined;
    await close();
    return new History(bytesEach, userData, listed, plain);
  }

  async round(): Promise<Round> {
    const { random, listed, plain } = this;
    const opened: number[] = [];
    for (let turn = 0; turn < OPENINGS; turn += 1) opened.push(await this.openWithPage());
    const { stores, close } = await openHistoryStorage(this.userData);
    try {
      // What is read once a start is read.
      await pagesOf(stores, random, listed, WARM_UP);
      const searches = SEARCH_KINDS.flatMap((kind) =>
        Array.from({ length: SEARCHES }, () => randomSearch(random, kind, listed.texts)),
      );
      const searched: number[] = [];
      for (const search of searches)
        searched.push(
          await timed(() => pageOf(stores, { filter: { search }, sort: 'updated', descending: true })),
        );
      // Not in between: a scan of all rows leaves nothing of the app's in the processor's memory.
      const some = searches.filter((_, place) => place % (searches.length / SCANS) === 0);
      const scanned = plain ? some.map((search) => plain.search(search)) : [];
      const pages = await pagesOf(stores, random, listed, LISTS);
      const committed: number[] = [];
      for (let turn = 0; turn < COMMITS; turn += 1) {
        this.commits += 1;
        const submission = newSubmission(this.commits);
        committed.push(await timed(() => stores.submissions.add([submission])));
      }
      return { opened, committed, searched, pages, scanned };
    } finally {
      await close();
    }
  }

  /** The worker started, the database opened, and the page that the window shows first: what a start waits for. */
  private async openWithPage(): Promise<number> {
    const started = performance.now();
    const { stores, close } = await openHistoryStorage(this.userData);
    await pageOf(stores, { sort: 'updated', descending: true });
    const ms = performance.now() - started;
    await close();
    return ms;
  }
}

async function pagesOf(
  stores: Stores,
  random: SeededRandom,
  listed: ListedValues,
  count: number,
): Promise<Map<ListKind, number[]>> {
  const pages = new Map<ListKind, number[]>();
  for (const kind of LIST_KINDS) {
    const times: number[] = [];
    for (let turn = 0; turn < count; turn += 1)
      times.push(await timed(() => pageOf(stores, randomList(random, kind, listed))));
    pages.set(kind, times);
  }
  return pages;
}
