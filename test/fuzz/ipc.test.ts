import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { CUSTOM_SCHEME_REDIRECT } from '../../shared/custom-scheme.ts';
import { CALL_PREFIX } from '../../shared/ipc/bridge.ts';
import { contract } from '../../shared/ipc/contract.ts';
import { readSafely } from '../../shared/read-safely.ts';
import type { Result } from '../../shared/result.ts';
import { told } from '../told.ts';
import { FUZZ_TIMEOUT, survives } from './fuzzing.ts';
import { type AppUnderFuzz, startApp } from './running-app.ts';
import { anything, nearlyValid } from './schema-values.ts';

const PART = 'ipc';

const calls = Object.entries(contract).flatMap(([group, named]) =>
  Object.entries(named).map(([name, { input }]): [string, z.ZodType] => [`${group}.${name}`, input]),
);

/** Read-only workspace calls: comparing their results before and after shows whether anything changed. */
const READS = [
  'submissions.outbox',
  'library.list',
  'views.list',
  'pins.list',
  'imports.list',
  'imports.progress',
  'rules.get',
] as const;

let app: AppUnderFuzz;
let workspaceId: string;
const ASKED_BY_CHECKS = [
  '/',
  '/oauth2/authorize',
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
];
/** Requests that reached the workspace's service. */
const received: string[] = [];
const service = createServer((request, response) => {
  // The clock and connection checks ask without any data.
  const { authorization, 'content-length': length } = request.headers;
  const isCheck = ASKED_BY_CHECKS.includes(request.url ?? '') && /^(?:GET|HEAD)$/.test(request.method ?? '');
  if (!isCheck || authorization !== undefined || length !== undefined)
    received.push(`${request.method} ${request.url}`);
  response.writeHead(500).end();
});

beforeAll(async () => {
  app = await startApp();
  // A workspace whose service records requests and answers none, so nobody can sign in.
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const connected = await call('workspaces.connect', {
    name: 'Fuzzed',
    baseUrl: origin,
    authUrl: origin,
    clientId: 'client',
    clientSecret: 'the-secret-of-the-fuzzed-workspace',
    redirectUri: CUSTOM_SCHEME_REDIRECT,
  });
  expect(connected).toMatchObject({ ok: true });
  workspaceId = (connected as { value: { id: string } }).value.id;
}, 60_000);

afterAll(async () => {
  await app[Symbol.asyncDispose]();
  service.close();
});

function call(channel: string, input: unknown): Promise<unknown> {
  return app.page.invoke(CALL_PREFIX + channel, input);
}

async function stateNow(): Promise<string> {
  const answers = [await call('app.state', undefined), await call('settings.get', undefined)];
  for (const channel of READS) answers.push(await call(channel, { workspaceId }));
  return JSON.stringify(answers);
}

/** Checks that this is a Result: a value, or an error whose code doesn't indicate a bug. */
function expectResult(answer: unknown, about: string): void {
  expect(answer, about).toHaveProperty('ok');
  if (answer !== null && typeof answer === 'object' && 'ok' in answer && answer.ok !== true) {
    // Every error must have words.
    expect(told(answer as Result<unknown>)?.message, about).toMatch(/^[A-Z0-9].*[a-z]/s);
    expect(answer, about).not.toMatchObject({
      error: { code: 'internal' },
    });
  }
  expect(JSON.stringify(answer)).not.toContain('the-secret-of-the-fuzzed-workspace');
}

describe('invalid input', () => {
  test(
    'is refused by every call, and changes nothing',
    async () => {
      const before = await stateNow();
      for (const [at, [channel, input]] of calls.entries()) {
        const invalid = fc
          .oneof(nearlyValid(input, [workspaceId]), anything)
          .filter((value) => !readSafely(input, value).success);
        await survives(
          PART,
          { short: 3, long: 300 },
          fc.asyncProperty(invalid, async (value) => {
            const answer = await call(channel, value);
            expect(answer, about(channel, value)).toMatchObject({
              ok: false,
              error: { code: 'invalid_input' },
            });
          }),
          at,
        );
      }
      expect(await stateNow()).toBe(before);
      expect(app.hasEnded()).toBe(false);
    },
    FUZZ_TIMEOUT,
  );
});

describe('valid or nearly valid input gets an answer', () => {
  test.each(calls.map(([channel, input], at) => ({ channel, input, at })))(
    '$channel',
    async ({ channel, input, at }) => {
      await survives(
        PART,
        { short: 3, long: 300 },
        fc.asyncProperty(nearlyValid(input, [workspaceId]), async (value) => {
          expectResult(await call(channel, value), about(channel, value));
        }),
        at,
      );
      expect(app.hasEnded()).toBe(false);
    },
    FUZZ_TIMEOUT,
  );
});

test('afterwards nothing was sent, nobody is signed in, and nothing was thrown', async () => {
  expect(received).toEqual([]);
  expect(app.printed.filter((line) => /unhandled|uncaught/i.test(line))).toEqual([]);
  expect(await call('app.state', undefined)).toMatchObject({ ok: true, value: { requestCount: 0 } });
});

function about(channel: string, value: unknown): string {
  return `${channel} ${JSON.stringify(value)?.slice(0, 500)}\n${app.printed.slice(-12).join('\n')}`;
}
