import { expect, test } from 'vitest';
import type { Storage } from '../../../electron/storage/storage.ts';
import { applyReadOutcome } from '../../../electron/tracking/apply-answer.ts';
import { partsIn, resultsIn } from '../../../shared/read-results.ts';
import { type AnnotationChange, NO_FILTER, type RequestSelection } from '../../../shared/request-filter.ts';
import { interviewRequestAnswer } from '../../../shared/service-interface.ts';
import { addTracked, sharedStorage } from './temporary-storage.ts';

const { withWorkspace } = sharedStorage();

/** Stores an answer at the time `now`. */
async function answered(
  { stores }: Storage,
  workspaceId: string,
  requestId: string,
  results: unknown,
  now: number,
): Promise<void> {
  const [request] = await stores.requests.find(workspaceId, [requestId]);
  if (!request) throw new Error('It is tracked.');
  const raw = JSON.stringify({
    request_id: requestId,
    status: 'COMPLETED',
    screening_calls: [
      { id: 'c', timestamp: '2026-10-21T08:00:00Z', duration_minutes: 3, status: 'COMPLETED' },
    ],
    assessment_results: results,
    region: 'eu',
  });
  const answer = interviewRequestAnswer.parse(JSON.parse(raw));
  await stores.requests.apply([applyReadOutcome(request, { name: 'read', answer, raw }, now, () => 0)]);
}

async function exportedIds(
  { stores }: Storage,
  workspaceId: string,
  selection: RequestSelection,
): Promise<string[]> {
  const rows = await stores.exports.rows(workspaceId, selection);
  return (await stores.exports.records(workspaceId, rows)).map(({ requestId }) => requestId);
}

test('requests selected by id are in the order of the ids, without those that do not exist', async () => {
  const { storage, workspaceId } = await withWorkspace();
  for (const id of ['a', 'b', 'c']) await addTracked(storage, id, { workspaceId });
  const selection = { requestIds: ['c', 'gone', 'a'] };
  expect(await exportedIds(storage, workspaceId, selection)).toEqual(['c', 'a']);
});

test('requests selected by a filter are those that match, without exceptions', async () => {
  const { storage, workspaceId } = await withWorkspace();
  for (const id of ['d', 'e', 'f', 'g']) await addTracked(storage, id, { workspaceId });
  await storage.stores.annotations.annotate(workspaceId, ['d'], { archived: true }, 9500);
  const filtered: RequestSelection = { filter: NO_FILTER, except: ['f'] };
  expect((await exportedIds(storage, workspaceId, filtered)).toSorted()).toEqual(['e', 'g']);
  const all: RequestSelection = { filter: { ...NO_FILTER, archived: 'any' }, except: [] };
  expect((await exportedIds(storage, workspaceId, all)).toSorted()).toEqual(['d', 'e', 'f', 'g']);
});

test('a record has the request, the recruiter’s marks and notes, and the answer verbatim', async () => {
  const { storage, workspaceId } = await withWorkspace();
  await addTracked(storage, 'h', { workspaceId, candidateName: 'Zoë 李' });
  await answered(storage, workspaceId, 'h', { overall_score: 87 }, 9000);
  const marks: AnnotationChange = { verdict: 'yes', addTags: ['remote'] };
  await storage.stores.annotations.annotate(workspaceId, ['h'], marks, 9500);
  await storage.stores.annotations.setNotes(workspaceId, 'h', 'Call again.', 9500);
  const rows = await storage.stores.exports.rows(workspaceId, { requestIds: ['h'] });
  const [record] = await storage.stores.exports.records(workspaceId, rows);
  expect(record).toMatchObject({
    requestId: 'h',
    candidateName: 'Zoë 李',
    status: 'COMPLETED',
    verdict: 'yes',
    tags: ['remote'],
    notes: 'Call again.',
  });
  expect(partsIn(record?.rawAnswer ?? null).results).toEqual({ overall_score: 87 });
  expect(record?.rawAnswer).toContain('"region":"eu"');
  expect(record).not.toHaveProperty('unseen');
});

test('only answers with results are read to find the columns', async () => {
  const { storage, workspaceId } = await withWorkspace();
  for (const id of ['j', 'k', 'l', 'm']) await addTracked(storage, id, { workspaceId });
  await answered(storage, workspaceId, 'j', { score: 4 }, 9000);
  await answered(storage, workspaceId, 'k', {}, 9000);
  await answered(storage, workspaceId, 'm', { score: 3 }, 9000);
  const rows = await storage.stores.exports.rows(workspaceId, { requestIds: ['j', 'k', 'l', 'm'] });
  const answers = await storage.stores.exports.answersWithResults(workspaceId, rows);
  expect(answers.map((answer) => resultsIn(answer))).toEqual([{ score: 4 }, { score: 3 }]);
});

test('a workspace never exports rows of another one', async () => {
  const { storage, workspaceId } = await withWorkspace();
  const other = await withWorkspace();
  await addTracked(storage, 'i', { workspaceId });
  const everything: RequestSelection = { filter: NO_FILTER, except: [] };
  expect(await storage.stores.exports.rows(other.workspaceId, everything)).toEqual([]);
  const rows = await storage.stores.exports.rows(workspaceId, everything);
  expect(await storage.stores.exports.records(other.workspaceId, rows)).toEqual([]);
  await answered(storage, workspaceId, 'i', { score: 4 }, 9000);
  expect(await storage.stores.exports.answersWithResults(other.workspaceId, rows)).toEqual([]);
});
