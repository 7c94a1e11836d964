import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { getInterviewRequest } from '../../../electron/service/get-interview-request.ts';
import { connectionsTo, createOnce } from './create-calls.ts';
import { recordingService } from './recording-service.ts';

const CREATED = '{"request_id":"ir_1","status":"PENDING"}';

function service(status: number, packed: Uint8Array, encoding: string) {
  return recordingService((_request, response) =>
    response.writeHead(status, { 'content-encoding': encoding, 'content-length': packed.length }).end(packed),
  );
}

const PACKED: readonly (readonly [string, Uint8Array])[] = [
  ['gzip', gzipSync(CREATED)],
  ['x-gzip', gzipSync(CREATED)],
  ['GZIP', gzipSync(CREATED)],
  ['deflate', deflateSync(CREATED)],
  ['deflate', deflateRawSync(CREATED)],
  ['br', brotliCompressSync(CREATED)],
  ['zstd', zstdCompressSync(CREATED)],
  ['gzip, br', brotliCompressSync(gzipSync(CREATED))],
  ['identity', Buffer.from(CREATED)],
];

describe('a compressed answer', () => {
  test.each(PACKED)('is read as %s', async (encoding, packed) => {
    const { origin, received } = await service(201, packed, encoding);
    expect(await createOnce(origin)).toMatchObject({ name: 'accepted', accepted: { requestId: 'ir_1' } });
    expect(received[0]?.headers['accept-encoding']).toBe('gzip, deflate, br, zstd');
  });

  test.each([
    ['cut off', 'gzip', gzipSync(CREATED).subarray(0, 20)],
    ['not packed at all', 'gzip', Buffer.from(CREATED)],
    ['in a way nobody knows', 'rot13', Buffer.from(CREATED)],
    ['in too many layers', 'gzip, gzip, gzip, gzip', gzipSync(CREATED)],
    ['to be larger than anything is read', 'gzip', gzipSync(Buffer.alloc(64 * 1024 * 1024, 'x'))],
  ])('%s was an acceptance without an id', async (_what, encoding, packed) => {
    const { origin } = await service(201, packed, encoding);
    expect((await createOnce(origin)).name).toBe('accepted_without_id');
  });

  test('that is a refusal says why', async () => {
    const { origin } = await service(422, gzipSync('{"message":"No such job"}'), 'gzip');
    expect(await createOnce(origin)).toMatchObject({
      name: 'refused_as_it_is',
      said: { text: 'No such job' },
    });
  });

  test('is read by a status read too', async () => {
    const { origin: baseUrl } = await service(200, gzipSync('{"status":"COMPLETED"}'), 'gzip');
    const call = { baseUrl, accessToken: 'token-1', requestId: 'ir_1' };
    expect(await getInterviewRequest(connectionsTo(baseUrl), call)).toMatchObject({
      name: 'read',
      answer: { status: 'COMPLETED' },
    });
  });
});
