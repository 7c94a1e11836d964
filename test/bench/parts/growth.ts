import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench, Figure, Part } from '../part.ts';
import type { SeriesName } from '../pictures.ts';
import { RawSync } from '../raw-sync.ts';
import { PlainTable } from '../references/storage/plain-table.ts';
import { SeededRandom } from '../seeded-random.ts';
import { median, quantile } from '../statistics.ts';
import { openHistoryStorage, pageOf, type Stores, timed } from '../storage/history-storage.ts';
import { newSubmission } from '../storage/new-submission.ts';
import {
  INDEXED_KINDS,
  LIST_KINDS,
  type ListKind,
  listedValues,
  randomList,
} from '../storage/random-lists.ts';
import { randomSearch, SEARCH_KINDS, searchedTexts } from '../storage/random-searches.ts';

const OPENINGS = 3;
const SEARCHES = 20;
const SEARCHES_PER_SCAN = 20;
const LISTS = 10;
const COMMITS = 40;

/** Milliseconds of each time; of all rounds together. */
interface Measured {
  readonly opened: number[];
  readonly searched: number[];
  readonly scanned: number[];
  readonly listed: Map<ListKind, number[]>;
  readonly committed: number[];
  readonly synced: number[];
}

/** How the cost of what is done all day grows with the history. */
export const growth: Part = {
  name: 'growth',
  about: 'Opening, submit, search, filters and orders with 1,000, 10,000 and 100,000 requests',
  run: (bench) => measureSizes(bench, [1000, 10_000, 100_000]),
};

/** Alone, and the last of all: the history takes half an hour to be made the first time. */
export const million: Part = {
  name: 'million',
  about: 'The same with 1,000 and 1,000,000 requests (made first, once: about half an hour)',
  async run(bench) {
    // To make the table that is scanned takes longer than all else together, and a scan costs what its rows cost.
    const { figures } = await measureSizes(bench, [1000, 1_000_000], 'unscanned');
    // The smaller one is a point of the other part's lines already.
    return { figures: figures.filter(({ point }) => point?.size !== 1000) };
  },
};

async function measureSizes(
  bench: Bench,
  sizes: readonly number[],
  scanned: 'scanned' | 'unscanned' = 'scanned',
): Promise<{ figures: Figure[] }> {
  const bySize = new Map<number, Measured>();
  const figures: Figure[] = [];
  for (const size of sizes) {
    bench.say(`${size.toLocaleString('en')} requests`);
    const userData = await bench.dataset(size);
    const bytes = statSync(join(userData, 'callboard.db')).size / size;
    const measured = await measure(bench, userData, scanned === 'scanned');
    bySize.set(size, measured);
    figures.push(...pointsOf(size, measured, bytes));
  }
  return { figures: [...figures, ...growths(bySize)] };
}

async function measure(bench: Bench, userData: string, isScanned: boolean): Promise<Measured> {
  const measured: Measured = {
    opened: [],
    searched: [],
    scanned: [],
    listed: new Map(),
    committed: [],
    synced: [],
  };
  // Nobody else has it open: a journal that is in use would be looked through at opening.
  for (let turn = -1; turn < OPENINGS * bench.rounds; turn += 1) {
    const ms = await openWithPage(userData);
    if (turn >= 0) measured.opened.push(ms);
  }
  const { stores, close } = await openHistoryStorage(userData);
  const raw = new RawSync(userData);
  const random = new SeededRandom(5);
  const texts = await searchedTexts(stores, random);
  const listed = await listedValues(stores, texts);
  const plain = isScanned ? new PlainTable(userData, bench.temporaryFolder()) : undefined;
  try {
    for (let round = -1; round < bench.rounds; round += 1) {
      const into = round < 0 ? undefined : measured;
      const searches = SEARCH_KINDS.flatMap((kind) =>
        Array.from({ length: SEARCHES }, () => randomSearch(random, kind, texts)),
      );
      for (const search of searches) {
        const ms = await timed(() =>
          pageOf(stores, { filter: { search }, sort: 'updated', descending: true }),
        );
        into?.searched.push(ms);
      }
      // Not in between: a scan of all rows leaves nothing of the app's in the processor's memory.
      for (let place = 0; place < searches.length; place += SEARCHES_PER_SCAN)
        if (plain) into?.scanned.push(plain.search(searches[place] ?? ''));
      for (const kind of LIST_KINDS) {
        for (let turn = 0; turn < LISTS; turn += 1) {
          const ms = await timed(() => pageOf(stores, randomList(random, kind, listed)));
          into?.listed.set(kind, [...(into.listed.get(kind) ?? []), ms]);
        }
      }
      for (let turn = 0; turn < COMMITS; turn += 1) {
        const synced = raw.measure(1);
        const ms = await commit(stores, (round + 1) * COMMITS + turn);
        into?.synced.push(...synced);
        into?.committed.push(ms);
      }
    }
    return measured;
  } finally {
    plain?.close();
    raw.close();
    await close();
  }
}

/** The worker started, the database opened, and the page that the window shows first: what a start waits for. */
async function openWithPage(userData: string): Promise<number> {
  const started = performance.now();
  const { stores, close } = await openHistoryStorage(userData);
  await pageOf(stores, { sort: 'updated', descending: true });
  const ms = performance.now() - started;
  await close();
  return ms;
}

function commit(stores: Stores, number: number): Promise<number> {
  const submission = newSubmission(number);
  return timed(() => stores.submissions.add([submission]));
}

function pointsOf(size: number, measured: Measured, bytes: number): Figure[] {
  const point = (series: SeriesName, what: string, value: number, unit = 'ms'): Figure => ({
    goal: 'B18',
    what,
    value,
    unit,
    rounds: [value],
    point: { series, size },
  });
  const kinds = [...measured.listed.values()];
  const indexed = INDEXED_KINDS.flatMap((kind) => measured.listed.get(kind) ?? []);
  return [
    point('search, p50', 'search, p50', median(measured.searched)),
    point('search, p99', 'search, p99', quantile(measured.searched, 0.99)),
    ...(measured.scanned.length > 0
      ? [point('LIKE scan, p50', 'LIKE scan, p50', median(measured.scanned))]
      : []),
    point('indexed column, p50', 'first page, indexed column, p50', median(indexed)),
    point('indexed column, p99', 'first page, indexed column, p99', quantile(indexed, 0.99)),
    point(
      'slowest filter and sort, p99',
      'first page, slowest kind of filter and sort, p99',
      Math.max(...kinds.map((all) => quantile(all, 0.99))),
    ),
    point('submit committed, p50', 'submit until committed, p50', median(measured.committed)),
    point('submit committed, p99', 'submit until committed, p99', quantile(measured.committed, 0.99)),
    point('bare fdatasync, p50', 'bare append and fdatasync, p50', median(measured.synced)),
    point('opened with first page, p50', 'opened with first page, p50', median(measured.opened)),
    point('bytes per request', 'disk space per request', bytes, 'B'),
  ];
}

/** How many times more it costs in the largest history than in the smallest; a logarithm of the size is allowed. */
function growths(bySize: ReadonlyMap<number, Measured>): Figure[] {
  const sizes = [...bySize.keys()].toSorted((a, b) => a - b);
  const [smallest, largest] = [sizes[0], sizes.at(-1)];
  const [small, large] = [bySize.get(smallest ?? 0), bySize.get(largest ?? 0)];
  if (!small || !large || smallest === undefined || largest === undefined || small === large) return [];
  const logarithmic = Math.log(largest) / Math.log(smallest);
  const grown = (what: string, of: (measured: Measured) => number, atMost: number): Figure => ({
    goal: 'B18',
    what: `${what}, ${smallest.toLocaleString('en')} to ${largest.toLocaleString('en')} requests`,
    value: of(large) / of(small),
    unit: 'x',
    bound: { atMost },
    rounds: [of(large) / of(small)],
    behind: { 'smallest ms': of(small), 'largest ms': of(large) },
  });
  const indexed = (measured: Measured): number =>
    median(INDEXED_KINDS.flatMap((kind) => measured.listed.get(kind) ?? []));
  return [
    grown('growth of submit until committed', ({ committed }) => median(committed), logarithmic),
    grown('growth of search', ({ searched }) => median(searched), logarithmic),
    grown('growth of the first page of an indexed column', indexed, logarithmic),
    grown(
      'growth of the first page of any filter and sort',
      ({ listed }) => median([...listed.values()].flat()),
      logarithmic,
    ),
    grown('growth of opening with the first page', ({ opened }) => median(opened), FLAT),
  ];
}

/** What is flat may still differ by what the machine does meanwhile. */
const FLAT = 1.25;
