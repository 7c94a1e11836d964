import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MAX_IMPORT_BYTES } from '../../../shared/imports.ts';
import { openBrowser, openSignedIn } from '../app-window.ts';
import { importOnce } from '../import/import-once.ts';
import { madeUpList } from '../import/made-up-list.ts';
import type { Bench, Figure, Found, Part } from '../part.ts';
import { startBenchService } from '../service/bench-service.ts';

const ROWS = 100_000;
/** Of remarks in each row, so that the file is nearly as large as one may be. */
const REMARKS_LENGTH = 330;

/** As long as undoing takes on a busy machine, ms. */
const UNDO_TIMEOUT = 300_000;

/** One round: it takes minutes, and what it shows is no matter of milliseconds. */
export const capacity: Part = {
  name: 'capacity',
  budgets: ['F11'],
  about: 'a CSV of 50 MB and 100,000 rows, the most a file may have: reviewed, queued and undone',
  run: async (bench) => {
    const service = await startBenchService();
    const browser = await openBrowser();
    const userData = bench.temporaryFolder();
    const { file, good } = largeFile(bench);
    const settings = { undoSeconds: 60, queuePaused: true };
    const app = await openSignedIn({ browser, userData, origin: service.origin, settings });
    const { page } = app;
    try {
      const { reviewing, queueing } = await importOnce(page, file, good);
      checkStored(join(userData, 'callboard.db'), { good, waiting: good });
      bench.say(`queued after ${Math.round(queueing.until - reviewing.from)} ms, undoing`);
      const started = performance.now();
      await page.getByRole('button', { name: `Undo all ${good.toLocaleString('en')} submissions` }).click();
      await page.getByText(/ submissions taken back$/).waitFor({ timeout: UNDO_TIMEOUT });
      const undone = performance.now() - started;
      checkStored(join(userData, 'callboard.db'), { good, waiting: 0 });
      const protocol = await page.context().newCDPSession(page);
      await protocol.send('HeapProfiler.collectGarbage');
      const { usedSize } = await protocol.send('Runtime.getHeapUsage');
      const frames = [...reviewing.frames, ...queueing.frames];
      const heapMegabytes = usedSize / 2 ** 20;
      return found({
        reviewed: reviewing.until - reviewing.from,
        queued: queueing.until - queueing.from,
        undone,
        longestFrame: Math.max(...frames),
        lateFrames: (100 * frames.filter((frame) => frame > 50).length) / frames.length,
        longestTask: Math.max(0, ...reviewing.longTasks, ...queueing.longTasks),
        heapMegabytes,
      });
    } finally {
      await app.kill();
      await browser.close();
      await service.close();
    }
  },
};

function largeFile(bench: Bench): { readonly file: string; readonly good: number } {
  const { csv, good } = madeUpList(ROWS);
  const remarks = `"${'has worked in Köln, "" half time "" '.repeat(20).slice(0, REMARKS_LENGTH)}"`;
  const [header = '', ...lines] = csv.trimEnd().split('\r\n');
  const file = join(bench.temporaryFolder(), 'candidates.csv');
  writeFileSync(file, [`${header},More`, ...lines.map((line) => `${line},${remarks}`), ''].join('\r\n'));
  const { size } = statSync(file);
  if (size > MAX_IMPORT_BYTES || size < 0.9 * MAX_IMPORT_BYTES) {
    throw new Error(`The file has ${size} bytes.`);
  }
  return { file, good };
}

/** Every good row has a submission of its own, and so many of these wait. */
function checkStored(path: string, expected: { readonly good: number; readonly waiting: number }): void {
  const db = new DatabaseSync(path, { readOnly: true });
  const row = db
    .prepare(
      `SELECT count(*) AS made, count(DISTINCT phone_number) AS people,
              count(*) FILTER (WHERE state IN ('queued', 'held')) AS waiting FROM submissions`,
    )
    .get();
  db.close();
  const { made, people, waiting } = row ?? {};
  if (made !== expected.good || people !== expected.good || waiting !== expected.waiting) {
    throw new Error(`Expected ${JSON.stringify(expected)}, but stored is ${JSON.stringify(row)}.`);
  }
}

interface Measured {
  readonly reviewed: number;
  readonly queued: number;
  readonly undone: number;
  readonly longestFrame: number;
  /** Percent of the frames that took over 50 ms. */
  readonly lateFrames: number;
  readonly longestTask: number;
  readonly heapMegabytes: number;
}

function found(measured: Measured): Found {
  const figure = (
    what: string,
    unit: string,
    value: number,
    atMost: number,
    behind: Figure['behind'] = {},
  ): Figure => ({
    budget: 'F11',
    what: `${what}, 50 MB and 100,000 rows`,
    value,
    unit,
    bound: { atMost },
    rounds: [value],
    behind,
  });
  const { reviewed, queued, undone, longestFrame, lateFrames, longestTask, heapMegabytes } = measured;
  return {
    figures: [
      figure('all reviewed', 's', reviewed / 1000, 10),
      figure('all queued', 's', queued / 1000, 30),
      figure('all undone', 's', undone / 1000, 30),
      figure('longest frame', 'ms', longestFrame, 50, {
        'frames over 50 ms %': lateFrames,
        'longest task ms': longestTask,
      }),
      figure("the page's heap", 'MB', heapMegabytes, 150),
    ],
  };
}
