import { expect, test } from 'vitest';
import { SUBMISSION_STATES } from '../../../shared/submission.ts';
import { sampleSubmission, sampleWorkspace } from '../sample-submission.ts';
import { addTracked, temporaryStorage } from './temporary-storage.ts';

async function searched() {
  const { stores } = await temporaryStorage();
  const names = async (search: string, workspaceId = 'workspace-1') =>
    (await stores.submissions.search(workspaceId, search, 20)).rows.map(({ candidateName }) => candidateName);
  return { stores, names };
}

test('a discarded submission is found by words of its name without case and accents, and by digits', async () => {
  const { stores, names } = await searched();
  await stores.submissions.add([
    sampleSubmission({
      state: 'discarded',
      candidateName: "Zoë O'Hara Müller",
      phoneNumber: '+491512345678',
    }),
    sampleSubmission({ state: 'discarded', candidateName: 'Somebody Else', phoneNumber: '+12025550199' }),
    sampleSubmission({ state: 'discarded', candidateName: '李小龍', phoneNumber: '+12025550198' }),
  ]);
  const zoe = ["Zoë O'Hara Müller"];
  for (const words of [
    'zoe',
    'mül',
    'MULL zo',
    'ohara',
    'hara',
    '0151 234',
    '5678',
    '+49 151 2345678',
    '٠١٥١ ٢٣٤',
  ]) {
    expect(await names(words), words).toEqual(zoe);
  }
  expect(await names('李')).toEqual(['李小龍']);
  for (const words of ['oe', 'zoe else', 'hara 9999', '', '!']) expect(await names(words), words).toEqual([]);
});

test('submissions are found by the Library name of job and questionnaire, and by the start of their id', async () => {
  const { stores, names } = await searched();
  const nurse = sampleSubmission({ state: 'rejected', candidateName: 'One', jobDescriptionId: 'job-1' });
  const cook = sampleSubmission({ state: 'held', candidateName: 'Two', questionnaireTemplateId: 'care-v2' });
  await stores.submissions.add([nurse, cook]);
  const entry = { note: '', fields: [] };
  await stores.library.save('workspace-1', {
    ...entry,
    kind: 'job_description',
    serviceId: 'job-1',
    name: 'Night nurse',
  });
  await stores.library.save('workspace-1', {
    ...entry,
    kind: 'questionnaire',
    serviceId: 'care-v2',
    name: 'Kitchen',
  });
  expect(await names('nurse')).toEqual(['One']);
  expect(await names('one nur')).toEqual(['One']);
  expect(await names('kitch')).toEqual(['Two']);
  expect(await names('two nurse')).toEqual([]);
  expect(await names(nurse.id.slice(0, 13))).toEqual(['One']);
});

test('those that need a person come first and discarded ones last, and accepted ones are not among them', async () => {
  const { stores, names } = await searched();
  const states = SUBMISSION_STATES.filter((state) => state !== 'accepted');
  await stores.submissions.add(
    states.map((state) => sampleSubmission({ state, candidateName: `Ada ${state}` })),
  );
  await addTracked({ stores }, 'ir_1', { candidateName: 'Ada accepted' });
  expect(await names('ada')).toEqual([
    'Ada unconfirmed',
    'Ada rejected',
    'Ada held',
    'Ada sending',
    'Ada connecting',
    'Ada queued',
    'Ada draft',
    'Ada discarded',
  ]);
  expect(await stores.submissions.search('workspace-1', 'ada', 2)).toMatchObject({
    rows: [{ state: 'unconfirmed' }, { state: 'rejected' }],
    total: 8,
  });
});

test('each workspace finds its own submissions only', async () => {
  const { stores, names } = await searched();
  await stores.workspaces.save(sampleWorkspace({ id: 'workspace-2' }), 1);
  const foreign = sampleSubmission({ workspaceId: 'workspace-2', candidateName: 'Grace Hopper' });
  await stores.submissions.add([foreign]);
  expect(await names('grace')).toEqual([]);
  expect(await names(foreign.id)).toEqual([]);
  expect(await names('grace', 'workspace-2')).toEqual(['Grace Hopper']);
});
