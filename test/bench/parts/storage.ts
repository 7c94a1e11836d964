import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench, Figure, Part } from '../part.ts';
import { type ConfTimes, confTimes, writeConfFile } from '../references/storage/conf-file.ts';
import { PlainTable } from '../references/storage/plain-table.ts';
import { SeededRandom } from '../seeded-random.ts';
import { interleaved, median, quantile, ratios } from '../statistics.ts';
import { openHistoryStorage, pageOf, type Stores, timed, WORKSPACE } from '../storage/history-storage.ts';
import { newSubmission } from '../storage/new-submission.ts';
import { INDEXED_KINDS, LIST_KINDS, listedValues, randomList } from '../storage/random-lists.ts';
import {
  randomSearch,
  SEARCH_KINDS,
  type SearchedTexts,
  type SearchKind,
  searchedTexts,
} from '../storage/random-searches.ts';

const REQUESTS = 100_000;
const BYTES_EACH = 1200;
/** Of every kind, in every round: the scan looks for the first few of the same texts. */
const SEARCHES = 20;
const SCANS = 2;
/** As many as a 99th percentile needs: of few it would be the slowest of all. */
const LISTS = 200;

export const storage: Part = {
  name: 'storage',
  about: 'Search, filters and orders at 100,000 requests, disk space; against a LIKE scan and conf',
  async run(bench) {
    const userData = await bench.dataset(REQUESTS);
    const bytes = statSync(join(userData, 'callboard.db')).size / REQUESTS;
    const size: Figure = {
      goal: 'B10',
      what: 'database, 100,000 requests',
      value: bytes,
      unit: 'B',
      bound: { atMost: BYTES_EACH },
      rounds: [bytes],
    };
    const folder = bench.temporaryFolder();
    const figures = await withHistory(userData, async (stores) => {
      const random = new SeededRandom(11);
      const texts = await searchedTexts(stores, random);
      const found = await searches(bench, userData, stores, texts, random);
      const listed = await lists(bench, stores, texts, random);
      bench.say('writing the same records for conf');
      await writeConfFile(stores, folder);
      return [...found, ...listed];
    });
    return { figures: [...figures, size, ...(await againstConf(bench, userData, folder))] };
  },
};

/** Something done with the storage of a history, which is closed then. */
async function withHistory<T>(userData: string, run: (stores: Stores) => Promise<T>): Promise<T> {
  const { stores, close } = await openHistoryStorage(userData);
  try {
    return await run(stores);
  } finally {
    await close();
  }
}

async function searches(
  bench: Bench,
  userData: string,
  stores: Stores,
  texts: SearchedTexts,
  random: SeededRandom,
): Promise<Figure[]> {
  bench.say('copying the requests to a plain table');
  const plain = new PlainTable(userData, bench.temporaryFolder());
  const find = (search: string): Promise<number> =>
    timed(() => pageOf(stores, { filter: { search }, sort: 'updated', descending: true }));
  const asked = new Map<number, (readonly [SearchKind, string])[]>();
  const searchesOf = (round: number): (readonly [SearchKind, string])[] => {
    const known =
      asked.get(round) ??
      SEARCH_KINDS.flatMap((kind) =>
        Array.from({ length: SEARCHES }, () => [kind, randomSearch(random, kind, texts)] as const),
      );
    asked.set(round, known);
    return known;
  };
  for (const [, text] of searchesOf(-1)) await find(text);
  const byKind = new Map<SearchKind, number[]>();
  const times = await interleaved<'app' | 'scan', number[]>(bench.rounds, {
    app: async (round) => {
      bench.say(`searches, round ${round + 1}`);
      const all: number[] = [];
      for (const [kind, text] of searchesOf(round)) {
        const ms = await find(text);
        all.push(ms);
        byKind.set(kind, [...(byKind.get(kind) ?? []), ms]);
      }
      return all;
    },
    scan: (round) =>
      searchesOf(round).flatMap(([, text], place) => (place % SEARCHES < SCANS ? [plain.search(text)] : [])),
  });
  plain.close();
  const p50 = times.app.map(median);
  const p99 = times.app.map((all) => quantile(all, 0.99));
  const scan = times.scan.map(median);
  const against = ratios(p50, scan);
  return [
    {
      goal: 'B8',
      what: 'search, p50 against a LIKE scan',
      value: median(against),
      unit: 'x',
      bound: { atMost: 0.15 },
      rounds: against,
      behind: { 'app ms': median(p50), 'LIKE scan ms': median(scan) },
    },
    {
      goal: 'B8',
      what: 'search, p99',
      value: median(p99),
      unit: 'ms',
      bound: { atMost: 10 },
      rounds: p99,
      behind: byName(byKind),
    },
  ];
}

async function lists(
  bench: Bench,
  stores: Stores,
  texts: SearchedTexts,
  random: SeededRandom,
): Promise<Figure[]> {
  bench.say('pinning fields of the results');
  const listed = await listedValues(stores, texts);
  const figures: Figure[] = [];
  for (const kind of LIST_KINDS) {
    const rounds: number[][] = [];
    for (let round = -1; round < bench.rounds; round += 1) {
      const all: number[] = [];
      for (let turn = 0; turn < LISTS; turn += 1)
        all.push(await timed(() => pageOf(stores, randomList(random, kind, listed))));
      // The first time, what is read once a start is read.
      if (round >= 0) rounds.push(all);
    }
    const p99 = rounds.map((all) => quantile(all, 0.99));
    figures.push({
      goal: 'B9',
      what: `first page, ${kind}, p99`,
      value: median(p99),
      unit: 'ms',
      bound: { atMost: INDEXED_KINDS.includes(kind) ? 1 : 10 },
      rounds: p99,
      behind: { 'p50 ms': median(rounds.flat()), 'slowest ms': Math.max(...rounds.flat()) },
    });
    bench.say(`${kind}: p99 ${median(p99).toFixed(2)} ms`);
  }
  return figures;
}

/** The same number of records in one JSON file: what there is without a database. */
async function againstConf(bench: Bench, userData: string, confFolder: string): Promise<Figure[]> {
  bench.say('opening, changing and reading against conf');
  const rounds = await interleaved<'app' | 'conf', ConfTimes>(bench.rounds, {
    app: async (round) => {
      const started = performance.now();
      return withHistory(userData, async (stores) => {
        const { rows } = await pageOf(stores, { sort: 'updated', descending: true });
        const open = performance.now() - started;
        const ids = rows.slice(0, 1).map(({ requestId }) => requestId);
        return {
          open,
          set: await timed(() => stores.submissions.add([newSubmission(round)])),
          get: await timed(() => stores.requests.rows(WORKSPACE, ids)),
        };
      });
    },
    conf: () => confTimes(confFolder),
  });
  return (['open', 'set', 'get'] as const).map((what) => {
    const app = rounds.app.map((each) => each[what]);
    const conf = rounds.conf.map((each) => each[what]);
    const against = ratios(app, conf);
    return {
      goal: 'B9',
      what: `${WORDS[what]}, against conf with as many records`,
      value: median(against),
      unit: 'x',
      rounds: against,
      behind: { 'app ms': median(app), 'conf ms': median(conf) },
    };
  });
}

const WORDS = {
  open: 'opening, with the first page',
  set: 'a durable change of one record',
  get: 'reading one record',
};

function byName(byKind: ReadonlyMap<SearchKind, readonly number[]>): Record<string, number> {
  return Object.fromEntries(
    [...byKind].flatMap(([kind, all]) => [
      [`${kind}, p50 ms`, median(all)],
      [`${kind}, p99 ms`, quantile(all, 0.99)],
    ]),
  );
}
