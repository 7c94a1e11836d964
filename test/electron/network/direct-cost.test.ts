import { buildConnector, Pool } from 'undici';
import { expect, test } from 'vitest';
import { httpAnswer, rawServer } from '../service/raw-server.ts';
import { lookupOfTest, networkWith } from './network-under-test.ts';

const CALLS = 60;
const ROUNDS = 4;

/** How long so many calls take, each on a connection of its own, ms. */
async function timed(origin: string, connect: buildConnector.connector): Promise<number> {
  const pool = new Pool(origin, { connections: 1, pipelining: 1, allowH2: false, connect });
  const began = performance.now();
  for (let call = 0; call < CALLS; call += 1) {
    const { body } = await pool.request({ method: 'GET', path: '/', reset: true });
    await body.dump();
  }
  const took = performance.now() - began;
  await pool.close();
  return took;
}

test('going straight costs no time to speak of, by settings of one’s own and by the computer’s', async () => {
  const server = await rawServer({
    onRequest: ({ socket }) => socket.end(httpAnswer(200, '', { Connection: 'close' })),
  });
  // By a name of its own: what is this computer's by its name is not even asked for.
  const origin = `http://service.test:${server.port}`;
  const none = await networkWith({ proxyMode: 'none' });
  const system = await networkWith({ proxyMode: 'system', pac: () => 'DIRECT' });
  const plain = buildConnector({ allowH2: false, timeout: 5000, lookup: lookupOfTest });
  const ways = { plain, none: none.network.connector(5000), system: system.network.connector(5000) };
  const best = {
    plain: Number.POSITIVE_INFINITY,
    none: Number.POSITIVE_INFINITY,
    system: Number.POSITIVE_INFINITY,
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const way of ['plain', 'none', 'system'] as const) {
      best[way] = Math.min(best[way], await timed(origin, ways[way]));
    }
  }
  // Measured at 1.0 of both; a machine that is busy with other tests is no reason to fail.
  expect(best.none / best.plain).toBeLessThan(2);
  expect(best.system / best.plain).toBeLessThan(2);
});
