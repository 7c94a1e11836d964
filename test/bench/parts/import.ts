import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser } from '@playwright/test';
import { openBrowser, openSignedIn } from '../app-window.ts';
import { type ImportTimes, importOnce } from '../import/import-once.ts';
import { type MadeUpList, madeUpList } from '../import/made-up-list.ts';
import { insertAlone, parseAlone } from '../import/references.ts';
import { loopLateness, watchLoop } from '../main-loop.ts';
import type { Bench, Figure, Part } from '../part.ts';
import { type BenchService, startBenchService } from '../service/bench-service.ts';
import { interleaved, median, quantile } from '../statistics.ts';

const ROWS = 10_000;

export const importPart: Part = {
  name: 'import',
  about: '10,000 rows of a CSV in the window: reviewed and queued (B17)',
  run: async (bench) => {
    const list = madeUpList(ROWS);
    const file = join(bench.temporaryFolder(), 'candidates.csv');
    writeFileSync(file, list.csv);
    const service = await startBenchService();
    const browser = await openBrowser();
    const place = { bench, browser, service, list, file };
    const sending: AppRound[] = [];
    const paused: AppRound[] = [];
    const parse: number[] = [];
    const insert: number[] = [];
    try {
      await interleaved(bench.rounds, {
        sending: async () => void sending.push(await importInApp(place, false)),
        paused: async () => void paused.push(await importInApp(place, true)),
        parse: () => void parse.push(parseAlone(list.csv)),
        insert: () => void insert.push(insertAlone(join(bench.temporaryFolder(), 'rows.db'), list.good)),
      });
    } finally {
      await browser.close();
      await service.close();
    }
    const references = { 'parser alone ms': median(parse), 'SQLite alone ms': median(insert) };
    return {
      figures: [
        ...figuresOf('while the queue sends', sending, references),
        ...figuresOf('while the queue is paused', paused, references),
      ],
    };
  },
};

interface Place {
  readonly bench: Bench;
  readonly browser: Browser;
  readonly service: BenchService;
  readonly list: MadeUpList;
  readonly file: string;
}

interface AppRound extends ImportTimes {
  /** How late the main process came to its timers meanwhile, ms. */
  readonly late: readonly number[];
  /** Submissions that went out while others were still being queued. */
  readonly sent: number;
}

/** One import in an app of its own with an empty history. Nothing can be taken back there, so that all is due at once. */
async function importInApp(
  { bench, browser, service, list, file }: Place,
  queuePaused: boolean,
): Promise<AppRound> {
  const userData = bench.temporaryFolder();
  const latenessFile = join(bench.temporaryFolder(), 'lateness.json');
  await service.reset();
  const app = await openSignedIn({
    browser,
    userData,
    origin: service.origin,
    settings: { undoSeconds: 0, queuePaused },
    env: watchLoop(latenessFile),
  });
  const times = await importOnce(app.page, file, list.good).catch(async (error: unknown) => {
    await app.kill();
    throw error;
  });
  const { created: sent } = await service.counts();
  await app.quit();
  const stored = countQueued(join(userData, 'callboard.db'));
  if (stored !== list.good) throw new Error(`${stored} rows of ${list.good} were stored.`);
  return {
    ...times,
    late: loopLateness(latenessFile, times.reviewing.from, times.queueing.until),
    sent,
  };
}

/** Rows of files that have a submission of their own. */
function countQueued(path: string): number {
  const db = new DatabaseSync(path, { readOnly: true });
  const row = db
    .prepare(
      'SELECT count(DISTINCT submissions.id) AS count FROM import_rows JOIN submissions ON submissions.id = submission_id',
    )
    .get();
  db.close();
  return Number(row?.['count']);
}

function figuresOf(
  when: string,
  rounds: readonly AppRound[],
  references: Readonly<Record<string, number>>,
): Figure[] {
  const figure = (
    what: string,
    of: (round: AppRound) => number,
    rest: Pick<Figure, 'unit' | 'bound' | 'behind'>,
  ): Figure => {
    const values = rounds.map(of);
    return { goal: 'B17', what: `${what}, ${when}`, value: median(values), rounds: values, ...rest };
  };
  const longest = ({ reviewing, queueing }: AppRound): number =>
    Math.max(...reviewing.frames, ...queueing.frames);
  const longestTask = ({ reviewing, queueing }: AppRound): number =>
    Math.max(0, ...reviewing.longTasks, ...queueing.longTasks);
  return [
    figure('10,000 rows reviewed', ({ reviewing }) => reviewing.until - reviewing.from, {
      unit: 'ms',
      bound: { atMost: 2000 },
      behind: references,
    }),
    figure('10,000 rows queued', ({ queueing }) => queueing.until - queueing.from, {
      unit: 'ms',
      bound: { atMost: 3000 },
      behind: { ...references, 'sent meanwhile': median(rounds.map(({ sent }) => sent)) },
    }),
    figure('longest frame of an import', longest, {
      unit: 'ms',
      bound: { atMost: 100 },
      behind: { 'longest task ms': median(rounds.map(longestTask)) },
    }),
    figure('main process late by, 99th percentile', ({ late }) => quantile(late, 0.99), {
      unit: 'ms',
      behind: { 'most ms': Math.max(...rounds.flatMap(({ late }) => late)) },
    }),
  ];
}
