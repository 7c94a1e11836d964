import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ImportQueue } from '../../../electron/imports/import-queue.ts';
import type { OpenWorkspace } from '../../../electron/workspaces/open-workspace.ts';
import { type SubmissionFields, type SubmissionState, submissionInput } from '../../../shared/submission.ts';
import { until } from '../../poll.ts';
import { told } from '../../told.ts';
import { fieldsOfNth } from '../sample-submission.ts';
import { type Answer, acceptEach, sendJson } from '../service/recording-service.ts';
import { openWorkspaces, serviceNamed } from './workspaces-under-test.ts';

/** How a service can have a submission without Callboard knowing its id, by outcome. */
const UNCLEAR: Readonly<Record<string, Answer>> = {
  'the connection was cut': (_request, response) => response.destroy(),
  'a 201 came without an id': (_request, response) => sendJson(response, 201, {}),
  'half an answer came': (_request, response) => {
    response.writeHead(201, { 'content-length': '100' }).write('{"request_id"', () => response.destroy());
  },
  'a 502 came': (_request, response) => sendJson(response, 502, {}),
  'a redirect came': (_request, response) => response.writeHead(303, { location: '/elsewhere' }).end(),
};

const ROUNDS = 30;

let numbers = 0;

function newCandidate(): SubmissionFields {
  numbers += 1;
  return fieldsOfNth(numbers);
}

/** Two accounts of one service, and how often it was asked to call each number. */
async function twoAccounts() {
  let answer: Answer = acceptEach;
  const service = await serviceNamed('acme', (request, response) => answer(request, response));
  const parts = await openWorkspaces();
  const first = await parts.connectAndSignIn(service.connection());
  const second = await parts.connectAndSignIn(service.connection({ name: 'acme 2', clientId: 'another' }));
  const openOne = (id: string) => {
    const open = [...parts.workspaces.open.all].find(({ workspace }) => workspace.id === id);
    if (!open) throw new Error('It is open.');
    return open;
  };
  const creates = (phoneNumber: string) =>
    service.received.filter(({ method, body }) => method === 'POST' && body.includes(phoneNumber)).length;
  const answerWith = (next: Answer): void => {
    answer = next;
  };
  const ended = (id: string, state: SubmissionState) =>
    until(`${state}`, async () => (await parts.storage.stores.submissions.get(id))?.state === state);
  return { ...parts, answerWith, ended, first, second, openOne, creates };
}

async function submitOne({ submitter }: OpenWorkspace, candidate: SubmissionFields): Promise<string> {
  const submitted = await submitter.submit([candidate]);
  if (!submitted.ok) throw new Error(submitted.error.code);
  return submitted.value[0]?.id ?? '';
}

test.each(Object.entries(UNCLEAR))(
  'where %s and it was discarded, the number is not submitted again without a word',
  async (_what, answer) => {
    const { answerWith, ended, first, second, openOne, creates } = await twoAccounts();
    const candidate = newCandidate();
    answerWith(answer);
    const open = openOne(first);
    const id = await submitOne(open, candidate);
    await ended(id, 'unconfirmed');
    expect((await open.outbox.discard([id])).ok).toBe(true);
    answerWith(acceptEach);
    for (const workspace of [first, second]) {
      expect(told(await openOne(workspace).submitter.submit([candidate]))).toMatchObject({
        code: 'duplicate',
        message: expect.stringMatching(
          /(may have been called|accepted by the service) on .*; you discarded it/,
        ),
      });
    }
    expect(creates(candidate.phoneNumber)).toBe(1);
    expect((await open.submitter.submit([candidate], { despiteDuplicates: true })).ok).toBe(true);
    await until('the second call', () => creates(candidate.phoneNumber) === 2);
  },
);

test('nobody is asked about a submission that the service refused', async () => {
  const { answerWith, ended, first, second, openOne, creates } = await twoAccounts();
  const candidate = newCandidate();
  answerWith((_request, response) => sendJson(response, 422, { message: 'No such job' }));
  const id = await submitOne(openOne(first), candidate);
  await ended(id, 'rejected');
  answerWith(acceptEach);
  const again = await submitOne(openOne(second), candidate);
  await ended(again, 'accepted');
  expect(creates(candidate.phoneNumber)).toBe(2);
});

test('a candidate submitted from a removed workspace is asked about in another of the same service', async () => {
  const { workspaces, ended, first, second, openOne, creates } = await twoAccounts();
  const candidate = newCandidate();
  await ended(await submitOne(openOne(first), candidate), 'accepted');
  expect((await workspaces.remove(first)).ok).toBe(true);
  expect(told(await openOne(second).submitter.submit([candidate]))).toMatchObject({
    code: 'duplicate',
    message: expect.stringContaining('in the removed workspace “acme”'),
  });
  expect(creates(candidate.phoneNumber)).toBe(1);
});

test('a number is the same however it is written', async () => {
  const { first, openOne, creates } = await twoAccounts();
  const writings = [
    '+49 1511 2345678',
    '0049 1511 2345678',
    '+49 (0) 1511 2345678',
    '+49 0151 12345678',
    'tel:+49-1511-234-56-78',
    '＋４９ 1511 2345678',
    '\u202a+49 1511 2345678\u202c',
    '+٤٩ ١٥١١٢٣٤٥٦٧٨',
  ];
  const answers = [];
  for (const phoneNumber of writings) {
    const fields = submissionInput.parse({ ...newCandidate(), phoneNumber });
    answers.push(await openOne(first).submitter.submit([fields]));
  }
  expect(answers.map(({ ok }) => ok)).toEqual(writings.map((_, index) => index === 0));
  await until('the call', () => creates('+4915112345678') === 1);
  // An extension would make it another call; it cannot be dialled, and the error says so.
  expect(
    submissionInput.safeParse({ ...newCandidate(), phoneNumber: '+49 1511 2345678 ext. 5' }).success,
  ).toBe(false);
});

test('if an import, the form and another account submit a number at the same moment, it is called once', async () => {
  const { storage, first, second, openOne, creates } = await twoAccounts();
  const { imports } = storage.stores;
  const importId = randomUUID();
  await imports.begin(first, { id: importId, name: 'list.csv', digest: 'd', headers: [], rows: ROUNDS }, 1);
  const queue = new ImportQueue(imports);
  const candidates = Array.from({ length: ROUNDS }, newCandidate);
  for (const [number, fields] of candidates.entries()) {
    const rows = [{ number: number + 2, cells: [], fields }];
    const ways = [
      () =>
        queue.queue(
          { workspaceId: first, importId, rows, despiteDuplicates: false, together: 1 },
          openOne(first).submitter,
        ),
      () => openOne(first).submitter.submit([fields]),
      () => openOne(second).submitter.submit([fields]),
    ];
    const begun = [...ways.slice(number % 3), ...ways.slice(0, number % 3)].map((way) => way());
    const answers = await Promise.all(begun);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const answer of answers) expect(answer.ok || answer.error.code === 'duplicate').toBe(true);
  }
  await until('all calls', () => candidates.every(({ phoneNumber }) => creates(phoneNumber) > 0));
  expect(candidates.filter(({ phoneNumber }) => creates(phoneNumber) !== 1)).toEqual([]);
});
