import { expect, onTestFinished, test } from 'vitest';
import { createInterviewRequest } from '../../../electron/service/create-interview-request.ts';
import { RenewablePool } from '../../../electron/service/renewable-pool.ts';
import { openServiceConnection } from '../../../electron/service/service-connection.ts';
import { until } from '../../poll.ts';
import { DIRECT_NETWORK } from '../network/direct-network.ts';
import { createCall, TEST_TIMEOUTS } from './create-calls.ts';
import { httpAnswer, rawServer } from './raw-server.ts';

const ACCEPTED = httpAnswer(201, '{"request_id":"ir_1","status":"PENDING"}');

async function poolOfService() {
  /** Answers that are held back. */
  const held: (() => void)[] = [];
  let holds = false;
  const service = await rawServer({
    onRequest: ({ socket }) => {
      if (holds) held.push(() => void socket.write(ACCEPTED));
      else socket.write(ACCEPTED);
    },
  });
  const baseUrl = `http://127.0.0.1:${service.port}`;
  const pool = new RenewablePool(() => openServiceConnection(baseUrl, 1, DIRECT_NETWORK, TEST_TIMEOUTS));
  onTestFinished(() => pool.destroy());
  return {
    service,
    pool,
    create: () => createInterviewRequest(pool.current, createCall(baseUrl)),
    hold: () => {
      holds = true;
    },
    release: () => {
      holds = false;
      for (const answer of held.splice(0)) answer();
    },
    held,
  };
}

test('a connection kept alive is used again, but not once the connections were renewed', async () => {
  const { service, pool, create } = await poolOfService();
  await create();
  await create();
  expect(service.connections).toHaveLength(1);
  pool.renew();
  expect(await create()).toMatchObject({ name: 'accepted' });
  expect(service.connections).toHaveLength(2);
  await until('the idle one is closed', () => service.connections[0]?.socket.destroyed === true);
});

test('what is under way ends where it began', async () => {
  const { service, pool, create, hold, release, held } = await poolOfService();
  hold();
  const underWay = create();
  await until('the service has the call', () => held.length === 1);
  pool.renew();
  release();
  expect(await underWay).toMatchObject({ name: 'accepted' });
  expect(service.connections).toHaveLength(1);
});

test('what is under way on a connection left behind ends when all are destroyed', async () => {
  const { pool, create, hold, held } = await poolOfService();
  hold();
  const underWay = create();
  await until('the service has the call', () => held.length === 1);
  pool.renew();
  await pool.destroy();
  expect(await underWay).toMatchObject({ name: 'connection_lost' });
});
