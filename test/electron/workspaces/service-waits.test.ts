import { expect, test } from 'vitest';
import type { SubmissionFields } from '../../../shared/submission.ts';
import { until } from '../../poll.ts';
import { fieldsOfNth } from '../sample-submission.ts';
import { type Answer, acceptEach, sendJson } from '../service/recording-service.ts';
import { openWorkspaces, serviceNamed } from './workspaces-under-test.ts';

const aDay: Answer = (_request, response) => sendJson(response, 429, {}, { 'retry-after': '86400' });

let numbers = 0;

function newCandidate(): SubmissionFields {
  numbers += 1;
  return fieldsOfNth(numbers);
}

/** Two workspaces of one service; the test decides how it answers creates and reads. */
async function twoOfOneService() {
  const answers = { create: acceptEach, read: acceptRead };
  const service = await serviceNamed(
    'acme',
    (request, response) => answers.create(request, response),
    (request, response) => answers.read(request, response),
  );
  const parts = await openWorkspaces();
  const ids = [
    await parts.connectAndSignIn(service.connection()),
    await parts.connectAndSignIn(service.connection({ name: 'acme 2', clientId: 'another' })),
  ];
  const [first, second] = ids.map((id) => {
    const open = parts.workspaces.open.get(id);
    if (!open) throw new Error('It is open.');
    return open;
  });
  if (!first || !second) throw new Error('Both are open.');
  const reads = () => service.received.filter(({ method }) => method === 'GET').length;
  const waitOf = (open: typeof first, lane: 'sends' | 'reads') =>
    parts.storage.stores.serviceWaits.get(open.workspace.id, lane);
  return { ...service, answers, first, second, reads, waitOf };
}

const acceptRead: Answer = (_request, response) => sendJson(response, 200, { status: 'PENDING' });

test('a service that refuses a create for a day is still asked for what is on screen', async () => {
  const { first, answers, reads, waitOf } = await twoOfOneService();
  await first.submitter.submit([newCandidate()]);
  await until('the first read', () => reads() > 0);
  answers.create = aDay;
  await first.submitter.submit([newCandidate()]);
  await until('the wait', () => waitOf(first, 'sends'));
  const before = reads();
  await until('another read', () => reads() > before);
  expect(await waitOf(first, 'reads')).toBeUndefined();
});

test('a service that refuses reads for a day still gets whoever is submitted', async () => {
  const { first, answers, creates, reads, waitOf } = await twoOfOneService();
  answers.read = aDay;
  await first.submitter.submit([newCandidate()]);
  await until('the wait', () => waitOf(first, 'reads'));
  await first.submitter.submit([newCandidate()]);
  await until('both', () => creates().length === 2);
  expect([reads(), await waitOf(first, 'sends')]).toEqual([1, undefined]);
  expect(first.queue.sendWait).not.toMatchObject({ why: 'service_asked' });
});

test('of two workspaces of one service, one asked to wait does not hold back the other', async () => {
  const { first, second, answers, creates, waitOf } = await twoOfOneService();
  answers.create = aDay;
  await first.submitter.submit([newCandidate()]);
  await until('the wait', () => waitOf(first, 'sends'));
  answers.create = acceptEach;
  await second.submitter.submit([newCandidate()]);
  await until('the other one', () => creates().length === 2);
  expect(await waitOf(second, 'sends')).toBeUndefined();
  expect(first.queue.sendWait?.why).toBe('service_asked');
});
