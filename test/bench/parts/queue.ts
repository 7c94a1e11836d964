import { openBenchDesk } from '../desk/bench-desk.ts';
import type { Bench, Bound, Figure, GoalId, NotRun, Part } from '../part.ts';
import type { SeriesName } from '../pictures.ts';
import { bareClient } from '../references/bare-client.ts';
import { type BenchService, startBenchService } from '../service/bench-service.ts';
import { makeSlowDisk } from '../slow-disk/slow-disk.ts';
import { interleaved, median, ratios } from '../statistics.ts';

/** What goes out together, and how much of the bare client's speed is asked for. */
interface Case {
  readonly goal: GoalId;
  readonly what: string;
  readonly count: number;
  /** How long the service takes for each, ms. */
  readonly delayMs: number;
  /** Undefined where it only shows how the time grows. */
  readonly bound?: Bound;
  readonly slowDisk?: true;
}

const CONNECTIONS = 8;
const SYNC_MS = 5;

const CASES: readonly Case[] = [
  { goal: 'B1', what: '1,000 queued, no delay', count: 1000, delayMs: 0, bound: { atLeast: 0.5 } },
  { goal: 'B1', what: '5,000 queued, no delay', count: 5000, delayMs: 0, bound: { atLeast: 0.4 } },
  { goal: 'B1', what: '10,000 queued, no delay', count: 10_000, delayMs: 0 },
  { goal: 'B2', what: '1,000 queued, 50 ms delay', count: 1000, delayMs: 50, bound: { atLeast: 0.95 } },
  {
    goal: 'B2',
    what: `1,000 queued, 50 ms delay, a sync of the disk takes ${SYNC_MS} ms longer`,
    count: 1000,
    delayMs: 50,
    bound: { atLeast: 0.85 },
    slowDisk: true,
  },
];

/** The queue with its storage worker and its client, against a Pool that posts the same bodies and stores nothing. */
export const queue: Part = {
  name: 'queue',
  about: 'sending what is queued, durably, against a bare undici Pool with as many connections',
  async run(bench) {
    const service = await startBenchService();
    const slowDisk = makeSlowDisk(bench.temporaryFolder(), SYNC_MS);
    const figures: Figure[] = [];
    const notRun: NotRun[] = [];
    let sockets: number[] = [];
    try {
      for (const each of CASES) {
        if (each.slowDisk && 'why' in slowDisk) {
          notRun.push({ goal: each.goal, what: each.what, why: slowDisk.why });
          continue;
        }
        bench.say(each.what);
        const env = each.slowDisk && 'env' in slowDisk ? slowDisk.env : {};
        const times = await interleaved(bench.rounds, {
          bare: () => bare(service, each),
          app: async () => {
            const sent = await app(bench, service, each, env);
            sockets = [...sockets, sent.sockets];
            return sent.ms;
          },
        });
        const rounds = ratios(times.bare, times.app);
        figures.push({
          goal: each.goal,
          what: `${each.what}, speed against Pool x${CONNECTIONS}`,
          value: median(rounds),
          unit: 'x',
          bound: each.bound,
          rounds,
          behind: { 'app ms': median(times.app), [`Pool x${CONNECTIONS} ms`]: median(times.bare) },
        });
        if (each.delayMs === 0) {
          figures.push(
            perSecond('Callboard', each, times.app),
            perSecond('bare Pool of 8 connections', each, times.bare),
          );
        }
      }
    } finally {
      await service.close();
    }
    figures.push({
      goal: 'B4',
      what: `connections that carried creates at the same time, concurrency ${CONNECTIONS}`,
      value: Math.max(...sockets),
      unit: 'connections',
      bound: { atMost: CONNECTIONS },
      rounds: sockets,
    });
    return { figures, notRun };
  },
};

/** A point of the picture of how sending grows. */
function perSecond(series: SeriesName, { goal, count }: Case, times: readonly number[]): Figure {
  const rounds = times.map((ms) => (count / ms) * 1000);
  const what = `${series}, sent per second, no delay`;
  return { goal, what, value: median(rounds), unit: '/s', rounds, point: { series, size: count } };
}

async function bare(service: BenchService, { count, delayMs }: Case): Promise<number> {
  await service.reset(delayMs);
  const ms = await bareClient(service.origin, { ask: 'create', count, connections: CONNECTIONS });
  await expectCreated(service, count);
  return ms;
}

async function app(
  bench: Bench,
  service: BenchService,
  { count, delayMs }: Case,
  env: Readonly<Record<string, string>>,
): Promise<{ ms: number; sockets: number }> {
  const desk = await openBenchDesk({ folder: bench.temporaryFolder(), origin: service.origin, env });
  await desk.queue(count);
  await service.reset(delayMs);
  await desk.go();
  await service.created(count);
  const { ms, requests } = await desk.allStored();
  if (requests !== count) throw new Error(`${requests} requests are tracked, not ${count}.`);
  await expectCreated(service, count);
  const { createSocketsAtOnce } = await service.counts();
  await desk.close();
  return { ms, sockets: createSocketsAtOnce };
}

async function expectCreated(service: BenchService, count: number): Promise<void> {
  const { created } = await service.counts();
  if (created !== count) throw new Error(`The service created ${created}, not ${count}.`);
}
