import { expect, test } from 'vitest';
import { sampleSubmission } from '../sample-submission.ts';
import { addRequests, QUESTIONNAIRE } from '../storage/add-requests.ts';
import { answered } from '../storage/answered.ts';
import { readAllResults } from '../storage/read-all-results.ts';
import { addTracked } from '../storage/temporary-storage.ts';
import { busyDatabase, finished, VICTIM } from './busy-database.ts';
import { tracesOf } from './traces-of.ts';

const SEARCH = { name: VICTIM.name, phone: VICTIM.phone, everywhere: true } as const;

/** Not the digits, because random ids may contain them. */
const NAMED = VICTIM.traces.filter((trace) => !/\d/.test(trace));

/** The person's request, and 250 later requests of others. */
async function personBeforeOthers() {
  const busy = await busyDatabase({ requests: 1 });
  const victim = sampleSubmission({ candidateName: VICTIM.name, phoneNumber: VICTIM.phone });
  const at = Date.now();
  await addTracked(busy.storage, 'ir_victim', victim, at);
  const results = { speakers: [{ name: 'Vic', share: 2 }], score: 7 };
  const body = { request_id: 'ir_victim', status: 'COMPLETED', assessment_results: results };
  await answered(busy.storage, 'ir_victim', body, { now: at });
  // A backfill reads the latest first.
  await addRequests(busy.storage, 250);
  return busy;
}

async function erase(busy: Awaited<ReturnType<typeof busyDatabase>>): Promise<void> {
  const { submissions, importRows } = await busy.privacy.find(SEARCH, null);
  const begun = await busy.privacy.erase(
    {
      search: SEARCH,
      submissionIds: submissions.map(({ submissionId }) => submissionId),
      importRows: importRows.map(({ importId, rowNumber }) => ({ importId, rowNumber })),
      listedIds: [],
      keepBlocking: false,
    },
    null,
  );
  if (!begun.ok) throw new Error(begun.error.code);
  await finished(busy, begun.value.id);
}

test('an erasure during a backfill removes a pinned field that only this person had', async () => {
  const busy = await personBeforeOthers();
  const { pins } = busy.storage.stores;
  await pins.pin('workspace-1', { path: '/speakers/name=Vic/share', label: 'Share', kind: 'number' });
  await pins.pin('workspace-1', { path: '/score', label: 'Score', kind: 'number' });
  expect(await pins.reading('workspace-1')).toMatchObject({ read: 100 });
  await erase(busy);
  expect(await pins.list('workspace-1')).toMatchObject([{ path: '/score' }]);
  expect(tracesOf(busy.folder, [...NAMED, 'name=Vic'])).toEqual([]);
});

test('an erasure finishes after the name is removed from the headlines of all others', async () => {
  const busy = await personBeforeOthers();
  const { library, requests, pins } = busy.storage.stores;
  await library.describe('workspace-1', QUESTIONNAIRE, '/score', {
    ...{ path: '/score', label: `As ${VICTIM.name}`, smallest: 0, largest: 1000 },
    ...{ better: 'higher', headline: true, cover: 'covered' },
  });
  await readAllResults(busy.storage);
  const headlineOf = async () => (await requests.rows('workspace-1', ['r0']))[0]?.headline;
  expect(await headlineOf()).toContain(VICTIM.name);
  await erase(busy);
  expect(await headlineOf()).toBe('As [erased]: 0 of 1000');
  expect(await pins.reading('workspace-1')).toBeNull();
  expect(tracesOf(busy.folder, NAMED)).toEqual([]);
});

test('an erasure finishes after the values, path and label of an unpinned field are deleted', async () => {
  const busy = await personBeforeOthers();
  const { pins } = busy.storage.stores;
  const path = '/speakers/name=Vic/share';
  await pins.pin('workspace-1', { path, label: `Share of ${VICTIM.name}`, kind: 'number' });
  await pins.unpin('workspace-1', path);
  await erase(busy);
  expect(tracesOf(busy.folder, [...NAMED, 'name=Vic'])).toEqual([]);
});
