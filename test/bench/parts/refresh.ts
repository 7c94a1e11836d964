import { openBenchDesk } from '../desk/bench-desk.ts';
import type { Bench, Figure, Part } from '../part.ts';
import { bareClient } from '../references/bare-client.ts';
import { type BenchService, startBenchService } from '../service/bench-service.ts';
import { interleaved, median, ratios } from '../statistics.ts';

const COUNT = 1000;
/** As many as the app reads at once when it is asked to (electron/workspaces/open-workspace.ts). */
const CONNECTIONS = 10;

/** What the refreshes of one desk took, ms: the first brings answers to store, the second what is known already. */
interface Refreshed {
  readonly news: number;
  readonly known: number;
}

/**
 * Refresh all, which the budget of status reads does not bind (a person asked for it), against a client that reads the same
 * statuses and keeps nothing.
 */
export const refresh: Part = {
  name: 'refresh',
  about: 'refreshing 1,000 tracked requests against bare GETs, and against one after the other',
  async run(bench) {
    const service = await startBenchService();
    try {
      const app: Refreshed[] = [];
      const times = await interleaved(bench.rounds, {
        bare: () => bare(service, { ask: 'read', count: COUNT, connections: CONNECTIONS }),
        serial: () => bare(service, { ask: 'read one by one', count: COUNT }),
        app: async () => {
          const refreshed = await refreshed1000(bench, service);
          app.push(refreshed);
          return refreshed.known;
        },
      });
      const news = app.map((each) => each.news);
      return {
        figures: [
          figure('nothing new, speed against bare GETs', times.bare, times.app, 0.7),
          figure('every answer is stored, speed against bare GETs', times.bare, news, 0.7),
          figure('every answer is stored, speed against one after the other', times.serial, news, 3),
        ],
      };
    } finally {
      await service.close();
    }
  },
};

function figure(what: string, reference: readonly number[], app: readonly number[], atLeast: number): Figure {
  const rounds = ratios(reference, app);
  return {
    goal: 'B6',
    what: `1,000 refreshed, ${what}`,
    value: median(rounds),
    unit: 'x',
    bound: { atLeast },
    rounds,
    behind: { 'app ms': median(app), 'reference ms': median(reference) },
  };
}

async function bare(service: BenchService, ask: Parameters<typeof bareClient>[1]): Promise<number> {
  await service.reset();
  const ms = await bareClient(service.origin, ask);
  await expectReads(service);
  return ms;
}

async function refreshed1000(bench: Bench, service: BenchService): Promise<Refreshed> {
  const desk = await openBenchDesk({ folder: bench.temporaryFolder(), origin: service.origin });
  await service.reset();
  await desk.queue(COUNT);
  await desk.go();
  await desk.allStored();
  const once = async (): Promise<number> => {
    await service.reset();
    const { ms, requests } = await desk.refreshAll();
    if (requests !== COUNT) throw new Error(`${requests} were refreshed, not ${COUNT}.`);
    await expectReads(service);
    return ms;
  };
  const refreshed = { news: await once(), known: await once() };
  await desk.close();
  return refreshed;
}

/** All were read; the app's own rounds may have read some of them besides. */
async function expectReads(service: BenchService): Promise<void> {
  const { reads } = await service.counts();
  if (reads < COUNT) throw new Error(`The service answered ${reads} reads, not ${COUNT}.`);
}
