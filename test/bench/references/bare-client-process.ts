/** A client that does nothing but its calls: undici's Pool (or fetch) and the bodies, no more. */
import { Pool } from 'undici';
import { CREATE_INTERVIEW_REQUEST_PATH, interviewRequestPath } from '../../../shared/service-interface.ts';
import { bodyOf, madeUpFields } from '../made-up-fields.ts';
import type { ClientAnswer, ClientAsk } from './messages.ts';

const origin = process.argv[2] ?? '';
const HEADERS = {
  authorization: 'Bearer bench',
  'content-type': 'application/json',
  accept: 'application/json',
};

process.on('message', (ask: ClientAsk) => {
  run(ask).then(
    (ms) => process.send?.({ ms } satisfies ClientAnswer),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.once('disconnect', () => process.exit());
process.send?.('ready');

function run(ask: ClientAsk): Promise<number> {
  if (ask.ask === 'read one by one') return readOneByOne(ask.count);
  return ask.ask === 'create' ? create(ask.count, ask.connections) : read(ask.count, ask.connections);
}

function create(count: number, connections: number): Promise<number> {
  const bodies = madeUpFields(count).map(bodyOf);
  const pool = new Pool(origin, { connections, pipelining: 1 });
  return timed(() =>
    Promise.all(
      bodies.map(async (body) => {
        const { statusCode, body: answer } = await pool.request({
          method: 'POST',
          path: CREATE_INTERVIEW_REQUEST_PATH,
          headers: HEADERS,
          body: JSON.stringify(body),
        });
        await answer.json();
        expectStatus(201, statusCode);
      }),
    ),
  );
}

function read(count: number, connections: number): Promise<number> {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  return timed(() =>
    Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const { statusCode, body } = await pool.request({
          method: 'GET',
          path: interviewRequestPath(`ir_${index}`),
          headers: HEADERS,
        });
        await body.json();
        expectStatus(200, statusCode);
      }),
    ),
  );
}

function readOneByOne(count: number): Promise<number> {
  return timed(async () => {
    for (let index = 0; index < count; index += 1) {
      const answer = await fetch(origin + interviewRequestPath(`ir_${index}`), { headers: HEADERS });
      await answer.json();
      expectStatus(200, answer.status);
    }
  });
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
}

function expectStatus(expected: number, status: number): void {
  if (status !== expected) throw new Error(`The service answered ${status}.`);
}
