import { expect, onTestFinished, test, vi } from 'vitest';
import { CUSTOM_SCHEME_REDIRECT } from '../../../shared/custom-scheme.ts';
import { maySendAgain } from '../../../shared/outbox.ts';
import type { SubmissionState } from '../../../shared/submission.ts';
import { until } from '../../poll.ts';
import { practice, signInByBrowser } from '../../practice/support/practice-client.ts';
import { sampleFields } from '../sample-submission.ts';
import { openWorkspaces } from './workspaces-under-test.ts';

const CANDIDATES = 24;

test('whatever goes wrong, nobody is called twice by accident, and nobody who was submitted is forgotten', {
  timeout: 60_000,
}, async () => {
  // Every random delay is as short as possible.
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
  const service = await practice();
  const { workspaces, storage, opened, troubles } = await openWorkspaces();
  const connected = await workspaces.connect({
    name: 'Practice',
    baseUrl: service.baseUrl,
    authUrl: service.authUrl,
    issuer: '',
    clientId: service.clientId,
    clientSecret: service.clientSecret,
    redirectUri: CUSTOM_SCHEME_REDIRECT,
  });
  const id = connected.ok ? connected.value.id : '';
  const visit = await signInByBrowser(opened[0] ?? '');
  workspaces.open.takeReturnAddress(visit.headers.get('location') ?? '');
  await until('the sign-in', () => workspaces.open.current?.session.tokens.signedIn);

  service.faults.expireAccessTokens();
  service.faults.add({ route: 'create', kind: 'cut', when: 'after-processing', times: 1, skip: 4 });
  service.faults.add({ route: 'create', kind: 'half-answer', times: 1, skip: 4 });
  service.faults.add({
    route: 'create',
    kind: 'cut',
    when: 'before-reading',
    ending: 'reset',
    times: 1,
    skip: 8,
  });
  service.faults.add({ route: 'create', kind: 'answer', status: 502, processed: true, times: 1, skip: 9 });
  service.faults.add({ route: 'create', kind: 'answer', status: 422, times: 1, skip: 12 });
  service.faults.add({ route: 'create', kind: 'too-many-requests', retryAfter: 1, times: 1, skip: 12 });
  await workspaces.open.current?.submitter.submit(
    Array.from({ length: CANDIDATES }, (_, index) =>
      sampleFields({ candidateName: `Candidate ${index + 1}` }),
    ),
    {
      despiteDuplicates: true,
    },
  );

  const { submissions } = storage.stores;
  const inState = (...states: SubmissionState[]) => submissions.inStates(id, states);
  const settled = () =>
    until(
      'the end of the queue',
      async () => (await inState('queued', 'connecting', 'sending')).length === 0,
      50_000,
    );
  const called = () => service.requests.list().map(({ candidate }) => candidate.name);

  await settled();
  const [accepted, unconfirmed, rejected] = [
    await inState('accepted'),
    await inState('unconfirmed'),
    await inState('rejected'),
  ];
  expect(accepted.length + unconfirmed.length + rejected.length).toBe(CANDIDATES);
  expect(unconfirmed.length).toBeGreaterThanOrEqual(3);
  expect(rejected).toHaveLength(1);
  expect(new Set(called()).size).toBe(called().length);
  expect(await inState('held')).toEqual([]);

  // A person decides about each; the service knows the keys, so even those that had arrived are called once.
  service.faults.clear();
  // A submission known to be accepted is not sent again at all: its id is entered.
  const idAtService = (name: string): string =>
    service.requests.list().find(({ candidate }) => candidate.name === name)?.requestId ?? '';
  for (const each of unconfirmed) {
    const decided = maySendAgain(each)
      ? await workspaces.open.current?.outbox.sendAgain([each.id])
      : await workspaces.open.current?.outbox.enterRequestId(each.id, idAtService(each.candidateName));
    expect(decided?.ok).toBe(true);
  }
  expect(unconfirmed.some((each) => !maySendAgain(each))).toBe(true);
  await settled();
  expect(await inState('accepted')).toHaveLength(CANDIDATES - 1);
  expect(called()).toHaveLength(CANDIDATES - 1);
  expect(new Set(called()).size).toBe(CANDIDATES - 1);
  expect(await storage.stores.requests.count(id)).toBe(CANDIDATES - 1);
  expect(troubles).toEqual([]);
});
