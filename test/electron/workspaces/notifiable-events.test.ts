import { expect, test } from 'vitest';
import { until } from '../../poll.ts';
import { sampleFields } from '../sample-submission.ts';
import { type Answer, acceptEach, sendJson } from '../service/recording-service.ts';
import { openWorkspaces, serviceNamed } from './workspaces-under-test.ts';

const BY_NAME: Readonly<Record<string, number>> = { Refused: 400, Forbidden: 403, Unclear: 500 };

/** Refuses, forbids or fails by the candidate's name; all others are accepted, and completed at the first read. */
const service: Answer = (request, response) => {
  if (request.method === 'GET') {
    sendJson(response, 200, { status: 'COMPLETED' });
    return;
  }
  const status = Object.entries(BY_NAME).find(([name]) => request.body.includes(name))?.[1];
  if (status === undefined) acceptEach(request, response);
  else sendJson(response, status, { error: 'no' });
};

test('a workspace reports what happened on its own, once each, and nothing that a person did', async () => {
  const acme = await serviceNamed('acme');
  const { workspaces, happened, connectAndSignIn, storage } = await openWorkspaces();
  const workspaceId = await connectAndSignIn(acme.connection());
  acme.answerWith(service);
  const open = workspaces.open.current;
  const people = ['Refused', 'Forbidden', 'Unclear', 'Fine'];
  await open?.submitter.submit(
    people.map((name, index) => sampleFields({ candidateName: name, phoneNumber: `+1202555014${index}` })),
  );
  await until('all to be told', () => happened.length === 4 && happened, 20_000);
  const idOf = async (state: 'rejected' | 'held' | 'unconfirmed') =>
    (await storage.stores.submissions.inStates(workspaceId, [state]))[0]?.id;
  const find = (kind: string) => happened.find((each) => each.kind === kind);
  expect(find('rejected')).toEqual({
    kind: 'rejected',
    workspaceId,
    submissionId: await idOf('rejected'),
    occurrence: 1,
  });
  expect(find('held')).toMatchObject({ submissionId: await idOf('held') });
  expect(find('unconfirmed')).toMatchObject({ submissionId: await idOf('unconfirmed') });
  expect(find('completed')).toMatchObject({ requestId: expect.stringMatching(/^ir_/), occurrence: 0 });

  const before = happened.length;
  await open?.tracker.refreshNow();
  const unclear = await idOf('unconfirmed');
  if (unclear !== undefined) await open?.outbox.discard([unclear]);
  await open?.session.signOut();
  expect(happened).toHaveLength(before);
});

test('a colleague’s call of the same person is reported once, and shown', async () => {
  const acme = await serviceNamed('acme');
  const { workspaces, happened, notices, connectAndSignIn } = await openWorkspaces();
  const workspaceId = await connectAndSignIn(acme.connection());
  const open = workspaces.open.current;
  const submitted = await open?.submitter.submit([sampleFields()]);
  const submissionId = submitted?.ok ? (submitted.value[0]?.id ?? '') : '';
  const accepted = () =>
    notices.find(({ topic, ids }) => topic === 'requests' && ids !== undefined)?.ids?.[0];
  const requestId = await until('the request', accepted);
  notices.length = 0;
  const conflict = { submission: submissionId, person: 'Tom', at: 5 };
  for (let time = 0; time < 2; time += 1) await open?.claims.alsoCalled([conflict]);
  expect(happened.filter(({ kind }) => kind === 'called_too')).toEqual([
    { kind: 'called_too', workspaceId, submissionId, occurrence: 0 },
  ]);
  expect(notices).toContainEqual({ topic: 'requests', workspaceId, ids: [requestId] });
  expect(notices).toContainEqual({ topic: 'outbox', workspaceId, ids: [submissionId] });
});

test('a lost sign-in is reported for its workspace, and not again for each submission it holds', async () => {
  const acme = await serviceNamed('acme');
  const { workspaces, happened, connectAndSignIn, storage } = await openWorkspaces();
  const workspaceId = await connectAndSignIn(acme.connection());
  acme.answerWith((request, response) => {
    if (request.path === '/oauth2/token') sendJson(response, 400, { error: 'invalid_grant' });
    else sendJson(response, 401, {});
  });
  await workspaces.open.current?.submitter.submit([
    sampleFields({ candidateName: 'Ada', phoneNumber: '+12025550140' }),
  ]);
  await until('the sign-in to end', () => happened.length > 0, 20_000);
  await until(
    'the submission to be held',
    async () => (await storage.stores.submissions.inStates(workspaceId, ['held'])).length === 1,
    20_000,
  );
  expect(happened).toEqual([{ kind: 'signed_out', workspaceId, occurrence: expect.any(Number) }]);
});
