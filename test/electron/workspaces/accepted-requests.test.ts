import { expect, test } from 'vitest';
import { until } from '../../poll.ts';
import { sampleFields } from '../sample-submission.ts';
import { openWorkspaces, serviceNamed } from './workspaces-under-test.ts';

test('an accepted submission shows in the requests at once, before it can be read for the first time', async () => {
  const service = await serviceNamed('acme');
  const { connectAndSignIn, workspaces, storage, notices } = await openWorkspaces();
  const id = await connectAndSignIn(service.connection());
  const open = workspaces.open.get(id);
  if (!open) throw new Error('It is open.');
  await open.submitter.submit([sampleFields()]);
  const requests = () => notices.filter(({ topic }) => topic === 'requests');
  await until('word of the request', () => requests().length > 0);
  const [accepted] = await storage.stores.submissions.inStates(id, ['accepted']);
  expect(requests()[0]).toEqual({ topic: 'requests', workspaceId: id, ids: [accepted?.requestId] });
  expect(
    service.received.filter(({ method, path }) => method === 'GET' && path.includes('requests')),
  ).toEqual([]);
});
