import { describe, expect, test } from 'vitest';
import type { Storage } from '../../../electron/storage/storage.ts';
import type { RequestQuery } from '../../../electron/storage/stores/request-store.ts';
import { applyReadOutcome } from '../../../electron/tracking/apply-answer.ts';
import { FIRST_REFRESH_MS } from '../../../shared/request.ts';
import { NO_FILTER, type RequestFilter } from '../../../shared/request-filter.ts';
import { interviewRequestAnswer } from '../../../shared/service-interface.ts';
import { sampleWorkspace } from '../sample-submission.ts';
import { addTracked, sharedStorage, temporaryStorage } from './temporary-storage.ts';

const EVERYTHING: RequestQuery = {
  workspaceId: 'workspace-1',
  filter: NO_FILTER,
  sort: 'accepted',
  descending: false,
  offset: 0,
  limit: 100,
};

type PartOfQuery = Omit<Partial<RequestQuery>, 'filter'> & { readonly filter?: Partial<RequestFilter> };

/** Applies an answer to a tracked request. */
async function answered({ stores }: Pick<Storage, 'stores'>, requestId: string, body: unknown, now = 9000) {
  const [request] = await stores.requests.find('workspace-1', [requestId]);
  if (!request) throw new Error(`${requestId} is not tracked.`);
  const raw = JSON.stringify(body);
  const outcome = { name: 'read', answer: interviewRequestAnswer.parse(body), raw } as const;
  await stores.requests.apply([applyReadOutcome(request, outcome, now, () => 0.5)]);
}

describe('a request that was just accepted', () => {
  test('is listed with the data of its submission, and is due soon', async () => {
    const storage = await temporaryStorage();
    const submission = await addTracked(storage, 'ir_1', {}, 2000, 'QUEUED');
    const [row] = (await storage.stores.requests.page(EVERYTHING)).rows;
    expect(row).toEqual({
      requestId: 'ir_1',
      submissionId: submission.id,
      candidateName: 'Ada Lovelace',
      phoneNumber: '+12025550143',
      jobDescriptionId: submission.jobDescriptionId,
      jobName: null,
      questionnaireTemplateId: 'general-v1',
      questionnaireName: null,
      status: 'QUEUED',
      outcome: 'waiting',
      tries: 0,
      score: null,
      callCount: 0,
      lastCallStatus: null,
      hasResults: false,
      headline: null,
      pinned: {},
      covered: false,
      calledTwice: false,
      verdict: 'none',
      tags: [],
      archived: false,
      unseen: false,
      problem: null,
      acceptedAt: 2000,
      refreshedAt: null,
      changedAt: 2000,
      by: null,
      colleagueVerdicts: [],
    });
    expect(await storage.stores.requests.nextDueAt('workspace-1')).toBe(2000 + FIRST_REFRESH_MS);
  });

  test('has details without an answer', async () => {
    const storage = await temporaryStorage();
    await addTracked(storage, 'ir_1');
    expect(await storage.stores.requests.detail('workspace-1', 'ir_1')).toMatchObject({
      resumeUrl: 'https://files.example.com/ada.pdf',
      screeningCalls: [],
      assessmentResults: undefined,
      rawAnswer: null,
      history: [{ code: 'accepted' }, { code: 'sending' }, { code: 'submitted' }],
    });
    expect(await storage.stores.requests.detail('workspace-1', 'ir_2')).toBeUndefined();
  });
});

describe('a refreshed request', () => {
  test('has calls, results of any shape, and the verbatim answer', async () => {
    const storage = await temporaryStorage();
    await addTracked(storage, 'ir_1');
    const body = {
      status: 'COMPLETED',
      screening_calls: [
        { id: 'c1', timestamp: '2026-10-21T07:28:00Z', duration_minutes: 12, status: 'COMPLETED', leg: 2 },
        { id: 7 },
      ],
      assessment_results: { scores: [1, { of: null }], 'odd "key"': 'é', yes: true },
      unheard: 'of',
    };
    await answered(storage, 'ir_1', body);
    expect(await storage.stores.requests.detail('workspace-1', 'ir_1')).toMatchObject({
      status: 'COMPLETED',
      callCount: 2,
      hasResults: true,
      refreshedAt: 9000,
      changedAt: 9000,
      screeningCalls: [
        { id: 'c1', timestamp: '2026-10-21T07:28:00Z', durationMinutes: 12, status: 'COMPLETED' },
        { id: '7', timestamp: null, durationMinutes: null, status: null },
      ],
      assessmentResults: body.assessment_results,
      rawAnswer: JSON.stringify(body),
      nextRefreshAt: null,
    });
  });

  test.each([[['a', 1]], ['words'], [42], [true], [null]])('keeps results that are %o', async (results) => {
    const storage = await temporaryStorage();
    await addTracked(storage, 'ir_1');
    await answered(storage, 'ir_1', { status: 'PENDING', assessment_results: results });
    expect((await storage.stores.requests.detail('workspace-1', 'ir_1'))?.assessmentResults).toEqual(results);
  });

  test('is no longer due when it is finished, but can be refreshed by id', async () => {
    const storage = await temporaryStorage();
    await addTracked(storage, 'ir_1');
    await addTracked(storage, 'ir_2');
    await answered(storage, 'ir_1', { status: 'COMPLETED' });
    const { requests } = storage.stores;
    const ids = (rows: readonly { requestId: string }[]) => rows.map(({ requestId }) => requestId);
    expect(await requests.due('workspace-1', 1e15, 9, [])).toEqual(['ir_2']);
    expect(await requests.ids('workspace-1', undefined)).toEqual(['ir_2']);
    expect(await requests.ids('workspace-1', ['ir_9', 'ir_1', 'ir_1'])).toEqual(['ir_1']);
    expect(ids(await requests.find('workspace-1', ['ir_1', 'ir_9']))).toEqual(['ir_1']);
  });

  test('does not change a request with the same id in another workspace', async () => {
    const storage = await temporaryStorage();
    await storage.stores.workspaces.save(sampleWorkspace({ id: 'workspace-2' }), 1);
    await addTracked(storage, 'ir_1');
    await addTracked(storage, 'ir_1', { workspaceId: 'workspace-2' });
    await answered(storage, 'ir_1', { status: 'COMPLETED' });
    expect((await storage.stores.requests.detail('workspace-2', 'ir_1'))?.status).toBe('PENDING');
  });
});

test('due requests on screen come first, then those that are longest due', async () => {
  const storage = await temporaryStorage();
  for (const [id, at] of [
    ['late', 3000],
    ['early', 1000],
    ['middle', 2000],
    ['tomorrow', 9e9],
  ] as const) {
    await addTracked(storage, id, {}, at);
  }
  const due = (limit: number, first: string[]) =>
    storage.stores.requests.due('workspace-1', 10_000, limit, first);
  expect(await due(9, [])).toEqual(['early', 'middle', 'late']);
  expect(await due(2, ['late', 'tomorrow', 'unknown'])).toEqual(['late', 'early']);
});

describe('the list of requests', () => {
  const shared = sharedStorage();

  async function filled() {
    const { storage, workspaceId } = await shared.withWorkspace();
    const people = [
      ['ir_a', { candidateName: 'Ada Lovelace', phoneNumber: '+12025550143' }, 'PENDING'],
      ['ir_b', { candidateName: 'bob 100% Smith', phoneNumber: '+4915112345678' }, 'COMPLETED'],
      ['ir_c', { candidateName: 'Cy_d', phoneNumber: '+442079460958' }, 'PENDING'],
      ['ir_d', { candidateName: 'Dora Lovelace', phoneNumber: '+33123456789' }, 'ON_HOLD'],
    ] as const;
    for (const [index, [id, changes, status]] of people.entries()) {
      await addTracked(storage, id, { workspaceId, ...changes }, 1000 + index, status);
    }
    const { stores } = storage;
    const page = ({ filter, ...query }: PartOfQuery) =>
      stores.requests.page({ ...EVERYTHING, workspaceId, ...query, filter: { ...NO_FILTER, ...filter } });
    const names = async (query: PartOfQuery): Promise<string[]> =>
      (await page(query)).rows.map(({ candidateName }) => candidateName);
    return { stores, workspaceId, page, names };
  }

  test.each([
    ['a part of the name, in any case', 'LOVE', ['Ada Lovelace', 'Dora Lovelace']],
    ['text with spaces around it', '  dora ', ['Dora Lovelace']],
    ['the starts of words in any order', 'smi bo', ['bob 100% Smith']],
    ['a percent sign, which is no wildcard', '100%', ['bob 100% Smith']],
    [
      'only punctuation, which matches everything',
      '%',
      ['Ada Lovelace', 'bob 100% Smith', 'Cy_d', 'Dora Lovelace'],
    ],
    ['both sides of an underscore', 'cy_d', ['Cy_d']],
    ['the middle of a word, which does not match', 'ovelace', []],
    ['the request id', 'IR_C', ['Cy_d']],
    ['the phone number as people write it', '0151 123', ['bob 100% Smith']],
    ['the phone number without its zero', '151123', ['bob 100% Smith']],
    ['the phone number with its country code and spaces', '+49 151 123', ['bob 100% Smith']],
    ['the phone number in brackets and dashes', '+49 (151) 123-45', ['bob 100% Smith']],
    ['the phone number with an optional zero', '+49 (0)151 123', ['bob 100% Smith']],
    ['the last digits of the phone number', '0958', ['Cy_d']],
    ['digits in another order than the phone number', '123151', []],
    ['the country code', '+33', ['Dora Lovelace']],
    ['a name and a phone number', 'dora 456', ['Dora Lovelace']],
    ['SQL as text', "' OR 1=1 --", []],
    ['the syntax of the search index', '"ada" NOT (dora* NEAR {', []],
    ['nothing', ' ', ['Ada Lovelace', 'bob 100% Smith', 'Cy_d', 'Dora Lovelace']],
  ])('is searched by %s', async (_what, search, found) => {
    expect(await (await filled()).names({ filter: { search } })).toEqual(found);
  });

  test('is searched by the name of the job', async () => {
    const { stores, workspaceId, names } = await filled();
    await stores.library.save(workspaceId, {
      kind: 'job_description',
      serviceId: '3f2b8a4e-9c1d-4e5f-8a6b-7c8d9e0f1a2b',
      name: 'Backend engineer',
      note: '',
    });
    expect(await names({ filter: { search: 'backend' } })).toHaveLength(4);
  });

  test('is filtered by status, together with the search', async () => {
    const { names } = await filled();
    expect(await names({ filter: { statuses: ['PENDING'] } })).toEqual(['Ada Lovelace', 'Cy_d']);
    expect(await names({ filter: { statuses: ['PENDING'], search: 'love' } })).toEqual(['Ada Lovelace']);
    expect(await names({ filter: { statuses: ['PENDING', 'ON_HOLD'] } })).toHaveLength(3);
    expect(await names({ filter: { statuses: ['UNHEARD_OF'] } })).toEqual([]);
  });

  test.each([
    ['name', ['Ada Lovelace', 'bob 100% Smith', 'Cy_d', 'Dora Lovelace']],
    ['phone', ['Ada Lovelace', 'Dora Lovelace', 'Cy_d', 'bob 100% Smith']],
    ['status', ['bob 100% Smith', 'Dora Lovelace', 'Ada Lovelace', 'Cy_d']],
    ['accepted', ['Ada Lovelace', 'bob 100% Smith', 'Cy_d', 'Dora Lovelace']],
    ['updated', ['Ada Lovelace', 'bob 100% Smith', 'Cy_d', 'Dora Lovelace']],
    ['job', ['Ada Lovelace', 'bob 100% Smith', 'Cy_d', 'Dora Lovelace']],
    ['calls', ['Ada Lovelace', 'bob 100% Smith', 'Cy_d', 'Dora Lovelace']],
  ] as const)('is sorted by %s in both directions, with a fixed order of ties', async (sort, sorted) => {
    const { names } = await filled();
    expect(await names({ sort })).toEqual(sorted);
    expect(await names({ sort, descending: true })).toEqual(sorted.toReversed());
  });

  test('is paged without gaps and duplicates', async () => {
    const { page } = await filled();
    const from = (offset: number) =>
      page({ sort: 'status', filter: { statuses: ['PENDING', 'COMPLETED'] }, offset, limit: 2 });
    const [first, second, third] = [await from(0), await from(2), await from(4)];
    expect([first.total, first.all]).toEqual([3, 4]);
    expect([...first.rows, ...second.rows].map(({ candidateName }) => candidateName)).toEqual([
      'bob 100% Smith',
      'Ada Lovelace',
      'Cy_d',
    ]);
    expect(third.rows).toEqual([]);
  });

  test('is empty for a workspace without requests', async () => {
    const { page } = await filled();
    expect(await page({ workspaceId: 'another' })).toEqual({
      rows: [],
      total: 0,
      all: 0,
      isShared: false,
    });
  });
});
