import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { DATABASE, PostgresCluster, postgresPrograms } from '../../../practice/team/postgres-cluster.ts';
import type { Part } from '../part.ts';
import { startBenchService } from '../service/bench-service.ts';
import { interleaved, median, ratios } from '../statistics.ts';
import { app, SERVICE_MS } from './queue.ts';

const TEAM = 'callboard';
const WHAT = `1,000 queued, service takes ${SERVICE_MS} ms, team database 1 ms away: speed against without`;

/** The queue with a claim before each mark, against the same queue without a team. */
export const team: Part = {
  name: 'team',
  budgets: ['F18'],
  about: 'sending what is queued with a team database 1 ms away, against sending it without',
  async run(bench) {
    const programs = postgresPrograms();
    if (programs === null) {
      return { figures: [], notRun: [{ budget: 'F18', what: WHAT, why: 'PostgreSQL is not installed' }] };
    }
    const [service, cluster] = await Promise.all([startBenchService(), PostgresCluster.make(programs)]);
    const proxy = await delayingProxy(cluster.port);
    try {
      await cluster.createTeam(TEAM);
      const { login, password } = await cluster.createRecruiter(TEAM, 'mary');
      const place = { host: '127.0.0.1', port: proxy.port, database: DATABASE, schema: TEAM, tls: 'off' };
      const joined = JSON.stringify({ ...place, user: login, password, person: 'Mary' });
      const timed = async (env: Readonly<Record<string, string>>): Promise<number> => {
        await cluster.psql(`truncate ${TEAM}.claims, ${TEAM}.records`, { database: DATABASE });
        return (await app(bench, service, env)).ms;
      };
      bench.say(WHAT);
      const times = await interleaved(bench.rounds, {
        without: () => timed({}),
        with: () => timed({ BENCH_TEAM: joined }),
      });
      const rounds = ratios(times.without, times.with);
      return {
        figures: [
          {
            budget: 'F18',
            what: WHAT,
            value: median(rounds),
            unit: 'x',
            bound: { atLeast: 0.85 },
            rounds,
            behind: { 'with ms': median(times.with), 'without ms': median(times.without) },
          },
        ],
        notRun: [],
      };
    } finally {
      await proxy.close();
      await cluster.remove();
      await service.close();
    }
  },
};

/** Before a port of 127.0.0.1, what the server says arrives 1 ms late. */
async function delayingProxy(port: number) {
  const sockets = new Set<Socket>();
  const listener = createServer({ noDelay: true }, (client) => {
    const server = connect({ port, host: '127.0.0.1', noDelay: true });
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket);
      socket.once('error', () => other.destroy());
      socket.once('close', () => other.destroy());
    }
    client.on('data', (bytes) => server.write(bytes));
    server.on('data', (bytes) => setTimeout(() => client.write(bytes), 1));
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    port: address.port,
    close: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}
