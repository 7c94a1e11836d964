import { describe, expect, test } from 'vitest';
import type { Fault } from '../../practice/faults/fault.ts';
import {
  authorizeUrl,
  create,
  createdId,
  GOOD_BODY,
  getCode,
  practice,
  read,
  redeem,
  refresh,
  signIn,
} from './support/practice-client.ts';
import { rawCreate, rawExchange } from './support/raw-exchange.ts';

const BODY = JSON.stringify(GOOD_BODY);

async function faulty(fault: Fault) {
  const service = await practice({ adminPort: 0 });
  const { access } = await signIn(service);
  const id = service.faults.add(fault);
  return {
    service,
    access,
    id,
    wire: (declared?: number) => rawCreate(service.baseUrl, access, BODY, declared),
  };
}

describe('a cut', () => {
  test('before reading ends the connection before the body arrives, and nothing is accepted', async () => {
    const { service, wire } = await faulty({ route: 'create', kind: 'cut', when: 'before-reading' });
    const exchange = await rawExchange(service.baseUrl, wire(BODY.length + 1_000));
    expect(exchange).toEqual({ received: '', ending: 'end' });
    expect(service.requests.list()).toEqual([]);
  });

  test('after reading waits for the whole body, and nothing is accepted', async () => {
    const { service, wire } = await faulty({ route: 'create', kind: 'cut', when: 'after-reading' });
    expect(await rawExchange(service.baseUrl, wire(BODY.length + 10), 300)).toEqual({
      received: '',
      ending: 'open',
    });
    expect(await rawExchange(service.baseUrl, wire())).toEqual({ received: '', ending: 'end' });
    expect(service.requests.list()).toEqual([]);
  });

  test('after processing accepts the request without a response', async () => {
    const { service, wire } = await faulty({ route: 'create', kind: 'cut', when: 'after-processing' });
    expect(await rawExchange(service.baseUrl, wire())).toEqual({ received: '', ending: 'end' });
    expect(service.requests.list()).toHaveLength(1);
  });

  test.each(['before-reading', 'after-reading', 'after-processing'] as const)(
    '%s can be a reset',
    async (when) => {
      const { service, wire } = await faulty({ route: 'create', kind: 'cut', when, ending: 'reset' });
      expect(await rawExchange(service.baseUrl, wire())).toEqual({ received: '', ending: 'ECONNRESET' });
    },
  );

  test("after processing loses the token endpoint's response, and the code is used up", async () => {
    const service = await practice();
    const code = await getCode(service);
    service.faults.add({ route: 'token', kind: 'cut', when: 'after-processing', times: 1 });
    await expect(redeem(service, code)).rejects.toThrow();
    expect(await redeem(service, code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });
});

describe('half an answer', () => {
  test('has complete headers, half its body and then ends', async () => {
    const { service, wire } = await faulty({ route: 'create', kind: 'half-answer' });
    const { received, ending } = await rawExchange(service.baseUrl, wire());
    const [head = '', body = ''] = received.split('\r\n\r\n');
    const declared = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    expect(head).toMatch(/^HTTP\/1\.1 201 /);
    expect(body).toHaveLength(Math.floor(declared / 2));
    expect(ending).toBe('end');
    expect(service.requests.list()).toHaveLength(1);
  });

  test('applies to the token endpoint, too', async () => {
    const service = await practice();
    const code = await getCode(service);
    service.faults.add({ route: 'token', kind: 'half-answer' });
    await expect(redeem(service, code)).rejects.toThrow();
  });
});

describe('a chosen answer', () => {
  test('comes with its status, headers and body, and nothing is accepted', async () => {
    const { service, access } = await faulty({
      route: 'create',
      kind: 'answer',
      status: 503,
      headers: { 'content-type': 'text/html', 'x-gateway': 'yes' },
      body: '<h1>Down</h1>',
    });
    const response = await create(service, access);
    expect(response.status).toBe(503);
    expect(response.headers.get('x-gateway')).toBe('yes');
    expect(response.headers.get('content-type')).toBe('text/html');
    expect(await response.text()).toBe('<h1>Down</h1>');
    expect(service.requests.list()).toEqual([]);
  });

  test('can hide that the request was accepted', async () => {
    const { service, access } = await faulty({
      route: 'create',
      kind: 'answer',
      status: 502,
      processed: true,
    });
    const response = await create(service, access);
    expect(response.status).toBe(502);
    expect(response.headers.get('content-type')).toBeNull();
    expect(await response.text()).toBe('');
    expect(service.requests.list()).toHaveLength(1);
  });

  test.each([120, 'Wed, 21 Oct 2026 07:28:00 GMT'])('of 429 says Retry-After %s', async (retryAfter) => {
    const { service, access } = await faulty({ route: 'create', kind: 'too-many-requests', retryAfter });
    const response = await create(service, access);
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe(String(retryAfter));
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  });
});

describe('latency', () => {
  test('before drops the request of a client that disconnected', async () => {
    const { service, access, wire } = await faulty({ route: 'create', kind: 'latency', milliseconds: 300 });
    expect(await rawExchange(service.baseUrl, wire(), 100)).toEqual({ received: '', ending: 'open' });
    // The second request is delayed equally long from now on, so once it is done the first one's delay is over, too.
    const id = await createdId(service, access);
    expect(service.requests.list().map((request) => request.requestId)).toEqual([id]);
  });

  test('after delays only the response: the request is accepted anyway', async () => {
    const { service, wire } = await faulty({
      route: 'create',
      kind: 'latency',
      milliseconds: 60_000,
      when: 'after',
    });
    expect(await rawExchange(service.baseUrl, wire(), 300)).toEqual({ received: '', ending: 'open' });
    expect(service.requests.list()).toHaveLength(1);
  });

  test('lasts as long as requested, then the request succeeds', async () => {
    const { service, access } = await faulty({ route: 'any', kind: 'latency', milliseconds: 150 });
    const begin = performance.now();
    expect((await create(service, access)).status).toBe(201);
    expect(performance.now() - begin).toBeGreaterThan(140);
  });
});

describe('faults', () => {
  test('apply only to their own route', async () => {
    const { service, access } = await faulty({ route: 'read', kind: 'answer', status: 500 });
    const id = await createdId(service, access);
    expect((await read(service, access, id)).status).toBe(500);
    service.faults.clear();
    service.faults.add({ route: 'authorize', kind: 'answer', status: 503 });
    expect((await fetch(authorizeUrl(service))).status).toBe(503);
    expect((await read(service, access, id)).status).toBe(200);
  });

  test('can skip some requests and apply a limited number of times', async () => {
    const { service, access } = await faulty({
      route: 'create',
      kind: 'answer',
      status: 500,
      skip: 1,
      times: 2,
    });
    const statuses: number[] = [];
    for (let call = 0; call < 4; call += 1) statuses.push((await create(service, access)).status);
    expect(statuses).toEqual([201, 500, 500, 201]);
    expect(service.faults.list()).toEqual([]);
  });

  test('end when they are removed', async () => {
    const { service, access, id } = await faulty({ route: 'create', kind: 'answer', status: 500 });
    expect(service.faults.remove(id)).toBe(true);
    expect(service.faults.remove(id)).toBe(false);
    expect((await create(service, access)).status).toBe(201);
  });

  test('of tokens: expiry ends access tokens but not refresh tokens', async () => {
    const service = await practice();
    const tokens = await signIn(service);
    expect(service.faults.expireAccessTokens()).toBe(1);
    expect((await create(service, tokens.access)).status).toBe(401);
    const next = await refresh(service, tokens.refresh);
    expect((await create(service, String(next.body['access_token']))).status).toBe(201);
  });

  test('of tokens: revocation ends them all', async () => {
    const service = await practice();
    const tokens = await signIn(service);
    expect(service.faults.revokeTokens()).toBeGreaterThanOrEqual(2);
    expect((await create(service, tokens.access)).status).toBe(401);
    expect(await refresh(service, tokens.refresh)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    expect((await create(service, (await signIn(service)).access)).status).toBe(201);
  });
});
