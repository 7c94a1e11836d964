import { openBenchDesk } from '../desk/bench-desk.ts';
import type { Bench, Figure, NotRun, Part } from '../part.ts';
import { bareClient } from '../references/bare-client.ts';
import { type BenchService, startBenchService } from '../service/bench-service.ts';
import { makeSlowDisk } from '../slow-disk/slow-disk.ts';
import { interleaved, median, ratios } from '../statistics.ts';

const COUNT = 1000;
const CONNECTIONS = 8;
export const SERVICE_MS = 50;
const SYNC_MS = 5;

type Env = Readonly<Record<string, string>>;

/** The queue with its storage worker and its client, against a Pool that posts the same bodies and stores nothing. */
export const queue: Part = {
  name: 'queue',
  budgets: ['F1', 'F3'],
  about: 'sending what is queued, durably, against a bare undici Pool with as many connections',
  async run(bench) {
    const service = await startBenchService();
    const slowDisk = makeSlowDisk(bench.temporaryFolder(), SYNC_MS);
    const what = `1,000 queued, service takes ${SERVICE_MS} ms`;
    const slowWhat = `${what}, each sync of the disk ${SYNC_MS} ms longer`;
    const notRun: NotRun[] = [];
    try {
      const usual = await against(bench, service, what, {}, 0.92);
      const figures = [usual.figure];
      let { sockets } = usual;
      if ('env' in slowDisk) {
        const slow = await against(bench, service, slowWhat, slowDisk.env, 0.82);
        figures.push(slow.figure);
        sockets = [...sockets, ...slow.sockets];
      } else notRun.push({ budget: 'F1', what: slowWhat, why: slowDisk.why });
      figures.push({
        budget: 'F3',
        what: `connections that carried creates at the same time, concurrency ${CONNECTIONS}`,
        value: Math.max(...sockets),
        unit: 'connections',
        bound: { atMost: CONNECTIONS },
        rounds: sockets,
      });
      return { figures, notRun };
    } finally {
      await service.close();
    }
  },
};

async function against(
  bench: Bench,
  service: BenchService,
  what: string,
  env: Env,
  atLeast: number,
): Promise<{ figure: Figure; sockets: readonly number[] }> {
  bench.say(what);
  const sockets: number[] = [];
  const times = await interleaved(bench.rounds, {
    bare: () => bare(service),
    app: async () => {
      const sent = await app(bench, service, env);
      sockets.push(sent.sockets);
      return sent.ms;
    },
  });
  const rounds = ratios(times.bare, times.app);
  const figure: Figure = {
    budget: 'F1',
    what: `${what}: speed against Pool x${CONNECTIONS}`,
    value: median(rounds),
    unit: 'x',
    bound: { atLeast },
    rounds,
    behind: { 'app ms': median(times.app), [`Pool x${CONNECTIONS} ms`]: median(times.bare) },
  };
  return { figure, sockets };
}

async function bare(service: BenchService): Promise<number> {
  await service.reset(SERVICE_MS);
  const ms = await bareClient(service.origin, { ask: 'create', count: COUNT, connections: CONNECTIONS });
  await expectCreated(service);
  return ms;
}

/** ms from going until 1,000 are stored as accepted; `env`: of the app's process. */
export async function app(
  bench: Bench,
  service: BenchService,
  env: Env,
): Promise<{ ms: number; sockets: number }> {
  const desk = await openBenchDesk({ folder: bench.temporaryFolder(), origin: service.origin, env });
  await desk.queue(COUNT);
  await service.reset(SERVICE_MS);
  await desk.go();
  await service.created(COUNT);
  const { ms, requests } = await desk.allStored();
  if (requests !== COUNT) throw new Error(`${requests} requests are tracked, not ${COUNT}.`);
  await expectCreated(service);
  const { createSocketsAtOnce } = await service.counts();
  await desk.close();
  return { ms, sockets: createSocketsAtOnce };
}

async function expectCreated(service: BenchService): Promise<void> {
  const { created } = await service.counts();
  if (created !== COUNT) throw new Error(`The service created ${created}, not ${COUNT}.`);
}
