import { expect, test } from 'vitest';
import type { LibraryLabel } from '../../../shared/library.ts';
import { sampleSubmission } from '../sample-submission.ts';
import { addTracked, temporaryStorage } from './temporary-storage.ts';

const JOB = sampleSubmission().jobDescriptionId;

function label(changes: Partial<LibraryLabel> = {}): LibraryLabel {
  return {
    kind: 'job_description',
    serviceId: JOB,
    name: 'Engineer',
    note: 'Berlin',
    defaultQuestionnaireId: null,
    archived: false,
    fields: [],
    ...changes,
  };
}

test('ids of submissions are added, the last used first, and keep their names', async () => {
  const { stores } = await temporaryStorage();
  const job = label({ defaultQuestionnaireId: 'q-new', archived: true });
  await stores.library.save('workspace-1', job);
  await stores.submissions.add([sampleSubmission({ createdAt: 100, questionnaireTemplateId: 'q-old' })]);
  await stores.submissions.add([sampleSubmission({ createdAt: 200, questionnaireTemplateId: 'q-new' })]);
  expect(await stores.library.list('workspace-1', 'job_description')).toEqual([{ ...job, lastUsedAt: 200 }]);
  const questionnaires = await stores.library.list('workspace-1', 'questionnaire');
  expect(questionnaires.map(({ serviceId, name }) => [serviceId, name])).toEqual([
    ['q-new', ''],
    ['q-old', ''],
  ]);
  expect(await stores.library.list('workspace-1', undefined)).toHaveLength(3);
  expect(await stores.library.list('workspace-2', undefined)).toEqual([]);
});

test('saving an entry keeps fields that are not given', async () => {
  const { stores } = await temporaryStorage();
  const job = label({ defaultQuestionnaireId: 'q', archived: true });
  await stores.library.save('workspace-1', job);
  const { kind, serviceId, note } = job;
  expect(await stores.library.save('workspace-1', { kind, serviceId, note, name: 'New' })).toEqual({
    ...job,
    name: 'New',
    lastUsedAt: null,
  });
  const cleared = await stores.library.save('workspace-1', {
    ...job,
    defaultQuestionnaireId: null,
    archived: false,
  });
  expect(cleared).toMatchObject({ defaultQuestionnaireId: null, archived: false });
});

test('restoring a deleted entry keeps a later use', async () => {
  const { stores } = await temporaryStorage();
  await stores.library.save('workspace-1', label({ defaultQuestionnaireId: 'q' }));
  await stores.submissions.add([sampleSubmission({ createdAt: 100 })]);
  const removed = await stores.library.remove('workspace-1', 'job_description', JOB);
  expect(await stores.library.list('workspace-1', 'job_description')).toEqual([]);
  await stores.submissions.add([sampleSubmission({ createdAt: 200 })]);
  await stores.library.restore('workspace-1', [removed]);
  expect(await stores.library.list('workspace-1', 'job_description')).toEqual([
    { ...label({ defaultQuestionnaireId: 'q' }), lastUsedAt: 200 },
  ]);
});

test('merging entries can be undone, except for uses since then', async () => {
  const { stores } = await temporaryStorage();
  await stores.library.save('workspace-1', label());
  const before = await stores.library.list('workspace-1', undefined);
  const snapshots = await stores.library.replace('workspace-1', [
    label({ name: 'Developer' }),
    label({ kind: 'questionnaire', serviceId: 'general', name: 'General', defaultQuestionnaireId: 'none' }),
    label({ kind: 'questionnaire', serviceId: 'special', name: 'Special' }),
  ]);
  const merged = await stores.library.list('workspace-1', undefined);
  expect(merged.map(({ name, defaultQuestionnaireId }) => [name, defaultQuestionnaireId])).toEqual([
    ['Developer', null],
    ['General', null],
    ['Special', null],
  ]);
  await stores.submissions.add([sampleSubmission({ createdAt: 300, questionnaireTemplateId: 'special' })]);
  await stores.library.restore('workspace-1', snapshots);
  const after = await stores.library.list('workspace-1', undefined);
  expect(after).toContainEqual({ ...before[0], lastUsedAt: 300 });
  // It was used in the meantime, so it stays, without the name.
  expect(after.find(({ serviceId }) => serviceId === 'special')).toMatchObject({ name: '', lastUsedAt: 300 });
  expect(after.some(({ serviceId }) => serviceId === 'general')).toBe(false);
});

test('usage counts submissions and accepted requests for each id', async () => {
  const storage = await temporaryStorage();
  await addTracked(storage, 'ir_1', { questionnaireTemplateId: 'a' });
  await storage.stores.submissions.add([
    sampleSubmission({ questionnaireTemplateId: 'a', state: 'held' }),
    sampleSubmission({ questionnaireTemplateId: 'b', state: 'rejected' }),
    sampleSubmission({ questionnaireTemplateId: 'b', state: 'draft' }),
    sampleSubmission({ questionnaireTemplateId: 'c', state: 'discarded' }),
  ]);
  expect(await storage.stores.library.usage('workspace-1')).toEqual([
    { kind: 'job_description', serviceId: JOB, submissions: 3, requests: 1 },
    { kind: 'questionnaire', serviceId: 'a', submissions: 2, requests: 1 },
    { kind: 'questionnaire', serviceId: 'b', submissions: 1, requests: 0 },
  ]);
  expect(await storage.stores.library.usage('workspace-2')).toEqual([]);
});
