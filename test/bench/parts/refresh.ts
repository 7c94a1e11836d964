import { openBenchDesk } from '../desk/bench-desk.ts';
import type { Bench, Figure, Part } from '../part.ts';
import { bareClient } from '../references/bare-client.ts';
import { type BenchService, startBenchService } from '../service/bench-service.ts';
import { interleaved, median, ratios } from '../statistics.ts';

const COUNT = 1000;
/** As many as the app reads at once when it is asked to (electron/workspaces/workspace-parts.ts). */
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
  budgets: ['F16'],
  about: 'refreshing 1,000 tracked requests against bare GETs',
  async run(bench) {
    const service = await startBenchService();
    try {
      const times = await interleaved<'bare' | 'app', Refreshed>(bench.rounds, {
        bare: async () => {
          const ms = await bare(service);
          return { news: ms, known: ms };
        },
        app: () => refreshed(bench, service),
      });
      return {
        figures: [
          figure('nothing new', 'known', times.bare, times.app),
          figure('every answer is stored', 'news', times.bare, times.app),
        ],
      };
    } finally {
      await service.close();
    }
  },
};

function figure(
  what: string,
  which: keyof Refreshed,
  bare: readonly Refreshed[],
  app: readonly Refreshed[],
): Figure {
  const [reference, ours] = [bare.map((each) => each[which]), app.map((each) => each[which])];
  const rounds = ratios(reference, ours);
  return {
    budget: 'F16',
    what: `1,000 refreshed, ${what}: speed against bare GETs`,
    value: median(rounds),
    unit: 'x',
    bound: { atLeast: 0.7 },
    rounds,
    behind: { 'app ms': median(ours), 'bare GETs ms': median(reference) },
  };
}

async function bare(service: BenchService): Promise<number> {
  await service.reset();
  const ms = await bareClient(service.origin, { ask: 'read', count: COUNT, connections: CONNECTIONS });
  await expectReads(service);
  return ms;
}

async function refreshed(bench: Bench, service: BenchService): Promise<Refreshed> {
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
  const both = { news: await once(), known: await once() };
  await desk.close();
  return both;
}

/** All were read; the app's own rounds may have read some of them besides. */
async function expectReads(service: BenchService): Promise<void> {
  const { reads } = await service.counts();
  if (reads < COUNT) throw new Error(`The service answered ${reads} reads, not ${COUNT}.`);
}
