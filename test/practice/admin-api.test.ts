import { expect, test } from 'vitest';
import { create, GOOD_BODY, practice, signIn } from './support/practice-client.ts';

function call(url: string, method: string, body?: unknown, headers: Record<string, string> = {}) {
  const json =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  return fetch(url, { method, ...json, headers: { ...json.headers, ...headers } });
}

test('the admin port is off by default', async () => {
  const service = await practice();
  expect(service.adminUrl).toBeUndefined();
  expect((await fetch(`${service.baseUrl}/faults`)).status).toBe(404);
});

test('the admin port adds and removes faults', async () => {
  const service = await practice({ adminPort: 0 });
  const { access } = await signIn(service);
  const fault = { route: 'create', kind: 'answer', status: 418 };
  const added = await call(`${service.adminUrl}/faults`, 'POST', fault);
  expect(added.status).toBe(201);
  const { id } = await added.json();
  expect((await create(service, access)).status).toBe(418);
  expect(await (await fetch(`${service.adminUrl}/faults`)).json()).toEqual([{ ...fault, id, hits: 1 }]);
  expect((await call(`${service.adminUrl}/faults/${id}`, 'DELETE')).status).toBe(204);
  expect((await call(`${service.adminUrl}/faults/${id}`, 'DELETE')).status).toBe(404);
  expect((await call(`${service.adminUrl}/faults`, 'DELETE')).status).toBe(204);
  expect((await create(service, access)).status).toBe(201);
});

test('the admin port ends tokens and lists accepted requests', async () => {
  const service = await practice({ adminPort: 0 });
  const { access } = await signIn(service);
  await create(service, access);
  expect(await (await fetch(`${service.adminUrl}/requests`)).json()).toMatchObject([{ body: GOOD_BODY }]);
  expect(await (await call(`${service.adminUrl}/tokens/expire`, 'POST')).json()).toEqual({ tokens: 1 });
  expect((await create(service, access)).status).toBe(401);
  expect((await call(`${service.adminUrl}/tokens/revoke`, 'POST')).status).toBe(200);
});

test('the admin port rejects an invalid fault with the reason', async () => {
  const service = await practice({ adminPort: 0 });
  for (const wrong of [
    {},
    { route: 'create', kind: 'fire' },
    { route: 'create', kind: 'answer', status: 42 },
  ]) {
    const response = await call(`${service.adminUrl}/faults`, 'POST', wrong);
    expect(response.status).toBe(422);
    expect((await response.json()).errors.length).toBeGreaterThan(0);
  }
  expect(service.faults.list()).toEqual([]);
});

test('the admin port refuses web pages', async () => {
  const service = await practice({ adminPort: 0 });
  const fromPage = await call(`${service.adminUrl}/tokens/revoke`, 'POST', undefined, {
    origin: 'https://evil.example',
  });
  expect(fromPage.status).toBe(403);
});
