import { expect, test } from 'vitest';
import { submissionInput } from '../../../shared/submission.ts';
import { until } from '../../poll.ts';
import { sampleSubmission } from '../sample-submission.ts';
import { openWorkspaces, serviceNamed } from './workspaces-under-test.ts';

test('an accepted submission shows in the requests at once, before it can be read for the first time', async () => {
  const service = await serviceNamed('acme');
  const { connectAndSignIn, workspaces, storage, notices } = await openWorkspaces();
  const id = await connectAndSignIn(service.connection());
  const open = workspaces.open.get(id);
  if (!open) throw new Error('It is open.');
  const { candidateName, phoneNumber, resumeUrl, jobDescriptionId, questionnaireTemplateId } =
    sampleSubmission();
  const fields = { candidateName, phoneNumber, resumeUrl, jobDescriptionId, questionnaireTemplateId };
  await open.submitter.submit([submissionInput.parse(fields)]);
  const requests = () => notices.filter(({ topic }) => topic === 'requests');
  await until('word of the request', () => requests().length > 0);
  const [accepted] = await storage.stores.submissions.inStates(id, ['accepted']);
  expect(requests()[0]).toEqual({ topic: 'requests', workspaceId: id, ids: [accepted?.requestId] });
  expect(
    service.received.filter(({ method, path }) => method === 'GET' && path.includes('requests')),
  ).toEqual([]);
});
