import { expect, test } from 'vitest';
import { judgeCreateAnswer } from '../../../electron/service/create-interview-request.ts';
import { judgeReadAnswer } from '../../../electron/service/get-interview-request.ts';
import { SingleUseConnections } from '../../../electron/service/service-connections.ts';
import { DIRECT_NETWORK } from '../network/direct-network.ts';
import { createOnce } from './create-calls.ts';
import { recordingService } from './recording-service.ts';

/** Says that it has a length, and has none: what asks for it ends in a TypeError. */
const NO_LENGTH = '{"length":{"valueOf":1,"toString":1}}';

function answer(status: number, body: string) {
  return { status, body, retryAfter: undefined, cutShort: undefined };
}

test('a create whose id is no text ends as accepted without an id, and does not hang', async () => {
  const body = `{"request_id":${NO_LENGTH},"status":${NO_LENGTH}}`;
  expect(judgeCreateAnswer(answer(201, body), 0).name).toBe('accepted_without_id');
  const service = await recordingService((_request, response) => response.writeHead(201).end(body));
  expect((await createOnce(service.origin)).name).toBe('accepted_without_id');
});

test('a status read whose fields are no texts is unreadable, and stored as it came', () => {
  const body = `{"status":${NO_LENGTH},"screening_calls":${NO_LENGTH}}`;
  expect(judgeReadAnswer(answer(200, body), 'ir_1', 0)).toMatchObject({ name: 'unreadable', raw: body });
});

test('a refusal with such fields is a refusal', () => {
  expect(judgeCreateAnswer(answer(422, `{"title":${NO_LENGTH}}`), 0).name).toBe('refused_as_it_is');
});

test('an endless trickle of an answer is cut off, and keeps what has arrived', async () => {
  let closed = false;
  const service = await recordingService((_request, response) => {
    response.writeHead(200);
    const drops = setInterval(() => response.write('.'), 10);
    response.once('close', () => {
      clearInterval(drops);
      closed = true;
    });
    return response;
  });
  const connections = new SingleUseConnections(DIRECT_NETWORK, 5000);
  const asked = { method: 'GET', headers: {} } as const;
  const patience = { head: 5000, body: 5000, whole: 200 };
  const { status, body, cutShort } = await connections.exchange(new URL(service.origin), asked, patience);
  expect(status).toBe(200);
  expect(body).toMatch(/^\.+$/);
  expect(cutShort?.message).toBe('The answer took too long.');
  await expect.poll(() => closed).toBe(true);
});
