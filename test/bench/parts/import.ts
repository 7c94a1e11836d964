import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser } from '@playwright/test';
import { openBrowser, openSignedIn } from '../app-window.ts';
import { type ImportTimes, importOnce } from '../import/import-once.ts';
import { type MadeUpList, madeUpList } from '../import/made-up-list.ts';
import { insertAlone, parseAlone } from '../import/references.ts';
import type { Bench, Figure, Part } from '../part.ts';
import { type BenchService, startBenchService } from '../service/bench-service.ts';
import { interleaved, median, ratios } from '../statistics.ts';

const ROWS = 10_000;

export const importPart: Part = {
  name: 'import',
  budgets: ['F11'],
  about: '10,000 rows of a CSV in the window: reviewed and queued',
  run: async (bench) => {
    const list = madeUpList(ROWS);
    const file = join(bench.temporaryFolder(), 'candidates.csv');
    writeFileSync(file, list.csv);
    const service = await startBenchService();
    const browser = await openBrowser();
    const place = { bench, browser, service, list, file };
    const imported: ImportTimes[] = [];
    const parse: number[] = [];
    const insert: number[] = [];
    try {
      await interleaved(bench.rounds, {
        imported: async () => void imported.push(await importInApp(place)),
        parse: () => void parse.push(parseAlone(list.csv)),
        insert: () => void insert.push(insertAlone(join(bench.temporaryFolder(), 'rows.db'), list.good)),
      });
    } finally {
      await browser.close();
      await service.close();
    }
    return { figures: figuresOf(imported, parse, insert) };
  },
};

interface Place {
  readonly bench: Bench;
  readonly browser: Browser;
  readonly service: BenchService;
  readonly list: MadeUpList;
  readonly file: string;
}

/** One import in an app of its own with an empty history. None of it is due before all can be undone for a while. */
async function importInApp({ bench, browser, service, list, file }: Place): Promise<ImportTimes> {
  const userData = bench.temporaryFolder();
  await service.reset();
  const app = await openSignedIn({ browser, userData, origin: service.origin, settings: { undoSeconds: 0 } });
  const times = await importOnce(app.page, file, list.good).catch(async (error: unknown) => {
    await app.kill();
    throw error;
  });
  await app.quit();
  const stored = countQueued(join(userData, 'callboard.db'));
  if (stored !== list.good) throw new Error(`${stored} rows of ${list.good} were stored.`);
  return times;
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
  rounds: readonly ImportTimes[],
  parse: readonly number[],
  insert: readonly number[],
): Figure[] {
  const figure = (
    what: string,
    unit: string,
    atMost: number,
    values: readonly number[],
    behind: Figure['behind'] = {},
  ): Figure => {
    const bound = { atMost };
    return {
      budget: 'F11',
      what,
      value: median(values),
      unit,
      bound,
      rounds: values,
      behind,
    };
  };
  const reviewed = rounds.map(({ reviewing }) => reviewing.until - reviewing.from);
  const queued = rounds.map(({ queueing }) => queueing.until - queueing.from);
  const frames = rounds.map(({ reviewing, queueing }) => Math.max(...reviewing.frames, ...queueing.frames));
  const tasks = rounds.map(({ reviewing, queueing }) =>
    Math.max(0, ...reviewing.longTasks, ...queueing.longTasks),
  );
  return [
    figure('10,000 rows reviewed', 'ms', 1000, reviewed, { 'parser alone ms': median(parse) }),
    figure('10,000 rows queued', 'ms', 1500, queued),
    figure('10,000 rows queued, against SQLite alone inserting as many', 'x', 40, ratios(queued, insert), {
      'SQLite alone ms': median(insert),
    }),
    figure('longest frame of an import', 'ms', 50, frames, { 'longest task ms': median(tasks) }),
  ];
}
