import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { beginAuthorization, judgeAuthorizationResponse } from '../../electron/auth/authorization.ts';
import { exchangeCode, openTokenConnection } from '../../electron/auth/token-request.ts';
import {
  createInterviewRequest,
  judgeCreateAnswer,
} from '../../electron/service/create-interview-request.ts';
import type { Answer } from '../../electron/service/exchange.ts';
import { getInterviewRequest, judgeReadAnswer } from '../../electron/service/get-interview-request.ts';
import { applyReadOutcome, type TrackedRequest } from '../../electron/tracking/apply-answer.ts';
import { CUSTOM_SCHEME_REDIRECT } from '../../shared/custom-scheme.ts';
import { NO_FILTER } from '../../shared/request-filter.ts';
import { DIRECT_NETWORK } from '../electron/network/direct-network.ts';
import { sampleWorkspace } from '../electron/sample-submission.ts';
import { connectionTo, createCall } from '../electron/service/create-calls.ts';
import { rawServer } from '../electron/service/raw-server.ts';
import { addTracked, temporaryStorage } from '../electron/storage/temporary-storage.ts';
import { FUZZ_TIMEOUT, survives } from './fuzzing.ts';
import { deepJson, hostileText, isPolluted, jsonText, objectLike, spoilt } from './hostile.ts';

const NOW = 1_000_000;
const PART = 'answers';
const text = hostileText.map((each) => JSON.stringify(each));
const call = objectLike({ id: text, timestamp: text, duration_minutes: jsonText, status: text });
const calls = fc.array(call, { maxLength: 4 }).map((each) => `[${each.join(',')}]`);

/** Status answers, from nearly valid to arbitrary. */
const readBody = fc.oneof(
  {
    arbitrary: objectLike({ status: text, screening_calls: calls, assessment_results: jsonText }),
    weight: 4,
  },
  {
    arbitrary: objectLike({ status: text, screening_calls: calls, assessment_results: deepJson }),
    weight: 1,
  },
  { arbitrary: spoilt(objectLike({ status: text, screening_calls: calls })), weight: 1 },
  { arbitrary: jsonText, weight: 1 },
  { arbitrary: deepJson, weight: 1 },
  { arbitrary: hostileText, weight: 1 },
);
const createBody = fc.oneof(
  objectLike({ request_id: text, status: text }),
  spoilt(jsonText),
  deepJson,
  hostileText,
);
const tokenBody = fc.oneof(
  objectLike({ access_token: text, token_type: text, expires_in: jsonText, refresh_token: text }),
  objectLike({ error: text, error_description: text }),
  spoilt(jsonText),
  deepJson,
);

const STATUSES = [
  200, 200, 200, 201, 202, 204, 301, 304, 400, 401, 403, 404, 409, 410, 413, 429, 500, 502, 503,
];
function answerOf(body: fc.Arbitrary<string>): fc.Arbitrary<Answer> {
  return fc.record({
    status: fc.oneof(fc.constantFrom(...STATUSES), fc.integer({ min: 100, max: 999 })),
    retryAfter: fc.oneof(fc.constant(undefined), fc.constantFrom('5', '-1', '1e9', 'x'), hostileText),
    body,
    cutShort: fc.oneof(
      { arbitrary: fc.constant(undefined), weight: 4 },
      { arbitrary: fc.constant(new Error('cut')), weight: 1 },
    ),
  });
}

const FRESH: TrackedRequest = {
  workspaceId: 'workspace-1',
  requestId: 'ir_1',
  submissionId: 'submission-1',
  status: 'PENDING',
  answer: null,
  problem: null,
  acceptedAt: 1000,
  refreshedAt: null,
  changedAt: 1000,
  completedAt: null,
  nextRefreshAt: 2000,
  refreshFailures: 0,
  colleague: null,
};

describe('whatever the service answers', () => {
  test(
    'to status reads: the request stays who it is, nothing known is lost, nothing throws',
    () =>
      survives(
        PART,
        { short: 120, long: 50_000 },
        fc.property(fc.array(answerOf(readBody), { minLength: 1, maxLength: 3 }), (answers) => {
          let request = FRESH;
          // The last answer comes twice, because a service may repeat itself.
          for (const answer of [...answers, ...answers.slice(-1)]) {
            const outcome = judgeReadAnswer(answer, 'ir_1', NOW);
            const change = applyReadOutcome(request, outcome, NOW, () => 0.5);
            const { requestId, submissionId, workspaceId, acceptedAt, status } = change.request;
            expect([requestId, submissionId, workspaceId, acceptedAt]).toEqual([
              'ir_1',
              'submission-1',
              'workspace-1',
              1000,
            ]);
            expect(status).not.toBe('');
            if (outcome.name === 'read') expect(change.request.answer).toBe(answer.body);
            else expect([change.request.answer, status]).toEqual([request.answer, request.status]);
            request = change.request;
          }
          expect(isPolluted()).toBe(false);
        }),
      ),
    FUZZ_TIMEOUT,
  );

  test(
    'to a create: it ends as one of the known outcomes, and is accepted only with an id',
    () =>
      survives(
        PART,
        { short: 200, long: 50_000 },
        fc.property(answerOf(createBody), (answer) => {
          const outcome = judgeCreateAnswer(answer, NOW);
          expect(outcome.httpStatus).toBe(answer.status);
          expect(outcome.name === 'accepted').toBe(outcome.accepted !== undefined);
          if (outcome.accepted) {
            expect(answer.cutShort).toBeUndefined();
            expect(outcome.accepted.requestId).toMatch(/\S/);
            expect(outcome.accepted.requestId.length).toBeLessThanOrEqual(200);
          }
          expect(Buffer.byteLength(outcome.answer ?? '')).toBeLessThanOrEqual(4096);
          expect(isPolluted()).toBe(false);
        }),
      ),
    FUZZ_TIMEOUT,
  );
});

/** Bytes of a complete HTTP response, or of something else. */
const wireAnswer = (body: fc.Arbitrary<string>): fc.Arbitrary<Buffer> =>
  fc.oneof(
    {
      arbitrary: fc
        .tuple(fc.constantFrom(...STATUSES), body, fc.constantFrom('', '\xff\xfe', '\xc3'), fc.boolean())
        .map(([status, content, bytes, cut]) => {
          const whole = Buffer.concat([Buffer.from(bytes, 'latin1'), Buffer.from(content.slice(0, 100_000))]);
          const length = whole.length + (cut ? 7 : 0);
          return Buffer.concat([
            Buffer.from(`HTTP/1.1 ${status} Fuzz\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`),
            whole,
          ]);
        }),
      weight: 5,
    },
    { arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)), weight: 1 },
    {
      arbitrary: fc
        .string({ unit: 'binary-ascii', maxLength: 60 })
        .map((header) => Buffer.from(`HTTP/1.1 200 OK\r\n${header}\r\n\r\n{}`)),
      weight: 1,
    },
  );

describe('whatever the service sends over the wire', () => {
  async function serverThatSends() {
    let next: Buffer = Buffer.alloc(0);
    let asked = 0;
    const server = await rawServer({
      onRequest: (connection) => {
        asked += 1;
        connection.socket.end(next);
      },
    });
    return {
      origin: server.origin,
      sends: (bytes: Buffer) => {
        next = bytes;
        asked = 0;
      },
      asked: () => asked,
    };
  }

  test(
    'a create is sent once and ends; a read ends',
    async () => {
      const server = await serverThatSends();
      const connection = connectionTo(server.origin);
      await survives(
        PART,
        { short: 60, long: 5000 },
        fc.asyncProperty(wireAnswer(createBody), wireAnswer(readBody), async (created, status) => {
          server.sends(created);
          const outcome = await createInterviewRequest(connection, createCall(server.origin));
          expect(outcome.name).toMatch(/^[a-z_]+$/);
          expect(server.asked()).toBe(1);
          server.sends(status);
          const read = await getInterviewRequest(connection.connections, {
            baseUrl: server.origin,
            accessToken: 'token-1',
            requestId: '../ir?1#',
          });
          expect(read.name).toMatch(/^[a-z_]+$/);
          expect(server.asked()).toBe(1);
        }),
      );
    },
    FUZZ_TIMEOUT,
  );

  test(
    'a code is redeemed once, and what comes is a token that may stand in a header, or an error',
    async () => {
      const server = await serverThatSends();
      const connection = openTokenConnection(DIRECT_NETWORK);
      onTestFinished(() => connection.destroy());
      const workspace = sampleWorkspace({ authUrl: server.origin });
      await survives(
        PART,
        { short: 60, long: 5000 },
        fc.asyncProperty(wireAnswer(tokenBody), async (bytes) => {
          server.sends(bytes);
          const attempt = await beginAuthorization(workspace, CUSTOM_SCHEME_REDIRECT);
          const address = `${CUSTOM_SCHEME_REDIRECT}?code=code-1&state=${attempt.state}`;
          const parameters = judgeAuthorizationResponse(workspace, attempt, address);
          if (!parameters.ok) throw new Error(parameters.error.code);
          const result = await exchangeCode(connection, workspace, 'secret-1', attempt, parameters.value);
          expect(server.asked()).toBe(1);
          if (result.ok) {
            expect(result.value.accessToken).toMatch(/^[A-Za-z0-9\-._~+/]+=*$/);
            expect(result.value.expiresIn ?? 0).toBeGreaterThanOrEqual(0);
          } else {
            expect(JSON.stringify(result.error)).not.toMatch(/secret-1|code-1/);
          }
        }),
      );
    },
    FUZZ_TIMEOUT,
  );
});

test(
  'whatever a status read brought is stored, found, counted and shown again',
  async () => {
    const { stores } = await temporaryStorage();
    await addTracked({ stores }, 'ir_1');
    await survives(
      PART,
      { short: 40, long: 2000 },
      fc.asyncProperty(answerOf(readBody), async (answer) => {
        const [request] = await stores.requests.find('workspace-1', ['ir_1']);
        if (!request) throw new Error('The request is gone.');
        const change = applyReadOutcome(request, judgeReadAnswer(answer, 'ir_1', NOW), NOW, () => 0.5);
        await stores.requests.apply([change]);
        const detail = await stores.requests.detail('workspace-1', 'ir_1');
        expect(detail?.requestId).toBe('ir_1');
        const page = await stores.requests.page({
          workspaceId: 'workspace-1',
          filter: NO_FILTER,
          sort: 'updated',
          descending: true,
          offset: 0,
          limit: 10,
        });
        expect(page.rows).toHaveLength(1);
        expect(await stores.requests.count('workspace-1')).toBe(1);
      }),
    );
  },
  FUZZ_TIMEOUT,
);
