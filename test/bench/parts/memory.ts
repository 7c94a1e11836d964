import { setTimeout as pause } from 'node:timers/promises';
import type { RequestPage } from '../../../shared/ipc/request-calls.ts';
import { REQUEST_SORTS } from '../../../shared/request.ts';
import { NO_FILTER } from '../../../shared/request-filter.ts';
import { callApp, openBrowser, openSignedIn } from '../app-window.ts';
import { madeUpFields } from '../made-up-fields.ts';
import type { Part } from '../part.ts';
import { NO_PROC, residentMegabytesOf } from '../process-usage.ts';
import { SeededRandom } from '../seeded-random.ts';
import { startBenchService } from '../service/bench-service.ts';

const REQUESTS = 100_000;
/** An hour of a busy person without the pauses: so much in each of its minutes. */
const MINUTES = 60;
const PAGES = 20;
const SEARCHES = 5;
const OPENED = 3;
const REFRESHED = 50;
const SENT = 17;
const SETTINGS = { queueConcurrency: 8, undoSeconds: 0 };
const WHAT = "main and storage worker together, most resident in an hour's use, 100,000 requests";

/** The main process of the built app as the preview runs it, storage thread and all; Electron's own share is not in it. */
export const memory: Part = {
  name: 'memory',
  budgets: ['F15'],
  about: "memory of main and storage worker in an hour's use, gone through without its pauses",
  async run(bench) {
    if (NO_PROC) return { figures: [], notRun: [{ budget: 'F15', what: WHAT, why: NO_PROC }] };
    const service = await startBenchService();
    const browser = await openBrowser();
    const userData = await bench.dataset(REQUESTS);
    const app = await openSignedIn({ browser, userData, origin: service.origin, settings: SETTINGS });
    const random = new SeededRandom(3);
    const fields = madeUpFields(MINUTES * SENT);
    const pageOf = (search: string): Promise<RequestPage> =>
      callApp(app, 'requests.list', {
        filter: { ...NO_FILTER, search },
        sort: random.one(REQUEST_SORTS),
        descending: random.chance(0.5),
        offset: search === '' ? random.whole(0, REQUESTS / 2) : 0,
      });
    try {
      const resident = [residentMegabytesOf(app.pid)];
      for (let minute = 0; minute < MINUTES; minute += 1) {
        const submissions = fields.slice(minute * SENT, (minute + 1) * SENT);
        await callApp(app, 'submissions.submitMany', { submissions, despiteDuplicates: true });
        let { rows } = await pageOf('');
        for (let page = 1; page < PAGES; page += 1) ({ rows } = await pageOf(''));
        const words = rows.flatMap(({ candidateName }) => candidateName.split(' '));
        for (let search = 0; search < SEARCHES; search += 1) await pageOf(random.one(words).slice(0, 4));
        const ids = rows.map(({ requestId }) => requestId);
        for (const requestId of ids.slice(0, OPENED)) await callApp(app, 'requests.get', { requestId });
        await callApp(app, 'requests.refresh', { requestIds: ids.slice(0, REFRESHED) });
        resident.push(residentMegabytesOf(app.pid));
      }
      await service.created(fields.length);
      await pause(1000);
      resident.push(residentMegabytesOf(app.pid));
      bench.say(resident.map(Math.round).join(' '));
      // The most, as the end depends on whether V8 has just collected.
      const value = Math.max(...resident);
      const behind = {
        'at the start MB': resident[0] ?? Number.NaN,
        'at the end MB': resident.at(-1) ?? Number.NaN,
      };
      const bound = { atMost: 250 };
      return {
        figures: [{ budget: 'F15', what: WHAT, value, unit: 'MB', bound, rounds: [value], behind }],
      };
    } finally {
      await app.quit();
      await browser.close();
      await service.close();
    }
  },
};
