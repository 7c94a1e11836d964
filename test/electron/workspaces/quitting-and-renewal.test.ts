import { expect, test } from 'vitest';
import { until } from '../../poll.ts';
import { told } from '../../told.ts';
import { fieldsOfNth } from '../sample-submission.ts';
import { acceptEach, sendJson } from '../service/recording-service.ts';
import { openWorkspaces, serviceNamed } from './workspaces-under-test.ts';

test('quitting while a refused token is renewed leaves nothing to decide, and the next run sends each once', async () => {
  const taken: string[] = [];
  const service = await serviceNamed('A', (request, response) => {
    if (request.headers.authorization === 'Bearer A-access-1') return sendJson(response, 401, {});
    taken.push(String(request.headers['idempotency-key']));
    return acceptEach(request, response);
  });
  const first = await openWorkspaces();
  const id = await first.connectAndSignIn(service.connection());
  const renewal = service.holdTokens();
  await first.workspaces.open
    .get(id)
    ?.submitter.submit(Array.from({ length: 20 }, (_, nth) => fieldsOfNth(nth)));
  await renewal.asked;
  await first.workspaces.close();
  expect(taken).toEqual([]);
  const refused = service.creates().length;
  expect(refused).toBeGreaterThan(0);
  service.answerTokensWith(undefined);
  const next = await openWorkspaces({ path: first.storage.path, secrets: first.secrets });
  const { needsDecision } = await next.storage.stores.submissions.counts(id);
  console.log(`Refused for their token: ${refused} of 20; decisions after quitting: ${needsDecision}`);
  renewal.release();
  await until('all of them', async () => (await next.storage.stores.submissions.counts(id)).waiting === 0);
  expect((await next.storage.stores.submissions.counts(id)).needsDecision).toBe(0);
  expect([taken.length, new Set(taken).size]).toEqual([20, 20]);
});

test('Try now during a Retry-After says so, and sends one submission if the person insists', async () => {
  const service = await serviceNamed('A', (_request, response) =>
    sendJson(response, 429, {}, { 'retry-after': '86400' }),
  );
  const { workspaces, storage, settings, connectAndSignIn } = await openWorkspaces();
  settings.queueConcurrency = 1;
  const id = await connectAndSignIn(service.connection());
  const open = workspaces.open.get(id);
  const submitted = await open?.submitter.submit(Array.from({ length: 3 }, (_, nth) => fieldsOfNth(nth)));
  const last = submitted?.ok ? submitted.value[2]?.id : undefined;
  await until('the wish to wait', () => open?.queue.retryAfterEndsAt);
  for (const which of [last, undefined]) {
    expect(told(await open?.outbox.tryNow(which))).toMatchObject({
      code: 'service_asks_to_wait',
      message: expect.stringMatching(/^The service asked to wait until /),
    });
  }
  expect(service.creates()).toHaveLength(1);
  expect(await open?.outbox.tryNow(last, { despiteWait: true })).toEqual({ ok: true, value: { changed: 1 } });
  await until('one more', () => service.creates().length === 2);
  await workspaces.close();
  expect(service.creates()).toHaveLength(2);
  expect(await storage.stores.submissions.counts(id)).toMatchObject({ waiting: 3, needsDecision: 0 });
});
