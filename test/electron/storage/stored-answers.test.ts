import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Storage } from '../../../electron/storage/storage.ts';
import { applyReadOutcome, type RequestChange } from '../../../electron/tracking/apply-answer.ts';
import { NO_FILTER } from '../../../shared/request-filter.ts';
import { interviewRequestAnswer } from '../../../shared/service-interface.ts';
import { addTracked, temporaryStorage } from './temporary-storage.ts';

const WORKSPACE = 'workspace-1';

/** The change that an answer makes to a request. */
async function changeBy({ stores }: Storage, requestId: string, body: object): Promise<RequestChange> {
  const [request] = await stores.requests.find(WORKSPACE, [requestId]);
  if (!request) throw new Error(`${requestId} is not tracked.`);
  const raw = JSON.stringify(body);
  const outcome = { name: 'read', answer: interviewRequestAnswer.parse(body), raw } as const;
  return applyReadOutcome(request, outcome, 9000, () => 0.5);
}

const said = (word: string): object => ({ status: 'PENDING', assessment_results: { summary: word } });

async function foundBy({ stores }: Storage, search: string): Promise<string[]> {
  const query = { workspaceId: WORKSPACE, filter: { ...NO_FILTER, search }, sort: 'accepted' } as const;
  const { rows } = await stores.requests.page({ ...query, descending: false, offset: 0, limit: 100 });
  return rows.map(({ requestId }) => requestId);
}

async function tracked(storage: Storage, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `ir_${index}`);
  await Promise.all(ids.map((id) => addTracked(storage, id)));
  return ids;
}

/** Another connection, as of another process. */
function besides({ path }: { readonly path: string }): DatabaseSync {
  const db = new DatabaseSync(path);
  onTestFinished(() => db.close());
  return db;
}

describe('answers stored together', () => {
  test('are each found by their words, in whatever order they are stored', async () => {
    const storage = await temporaryStorage();
    const ids = await tracked(storage, 3);
    const changes = await Promise.all(
      ids.map((id, index) => changeBy(storage, id, said(`marmalade pot${index}`))),
    );
    await storage.stores.requests.apply(changes.toReversed());
    expect(await foundBy(storage, 'marmalade')).toEqual(ids);
    expect(await foundBy(storage, 'pot1')).toEqual(['ir_1']);
  });

  test('of the same request leave the calls of the last, each with the status that filters know', async () => {
    const storage = await temporaryStorage();
    await tracked(storage, 1);
    const changes = await Promise.all(
      [
        ['no answer', 'busy'],
        ['half a \ud83d', 'nul\0'],
      ].map((statuses) =>
        changeBy(storage, 'ir_0', {
          status: 'CALLED',
          screening_calls: statuses.map((status) => ({ status })),
        }),
      ),
    );
    await storage.stores.requests.apply(changes);
    const statuses = besides(storage)
      .prepare(
        `SELECT screening_calls.status FROM screening_calls JOIN facets ON kind = 'call_status' AND value = screening_calls.status
         ORDER BY ordinal`,
      )
      .all();
    expect(statuses).toEqual([{ status: 'half a \ufffd' }, { status: 'nul\0' }]);
  });

  test('of the same request are found only by the words of the last', async () => {
    const storage = await temporaryStorage();
    await tracked(storage, 1);
    const [first, last] = await Promise.all(
      ['marmalade', 'chutney'].map((word) => changeBy(storage, 'ir_0', said(word))),
    );
    if (first && last) await storage.stores.requests.apply([first, last]);
    expect(await foundBy(storage, 'marmalade')).toEqual([]);
    expect(await foundBy(storage, 'chutney')).toEqual(['ir_0']);
  });

  test('are indexed as one segment', async () => {
    const storage = await temporaryStorage();
    const ids = await tracked(storage, 12);
    const changes = await Promise.all(ids.map((id) => changeBy(storage, id, said(`marmalade ${id}`))));
    const db = besides(storage);
    // Otherwise FTS5 would merge segments automatically.
    db.exec("INSERT INTO request_search (request_search, rank) VALUES ('automerge', 0)");
    const segments = (): number => db.prepare('SELECT DISTINCT segid FROM request_search_idx').all().length;
    const before = segments();
    await storage.stores.requests.apply(changes);
    expect(segments()).toBe(before + 1);
  });
});

describe('an answer', () => {
  test('without changes for the list is stored, with the time of the refresh', async () => {
    const storage = await temporaryStorage();
    await tracked(storage, 1);
    const body = { status: 'PENDING', screening_calls: [], assessment_results: {} };
    await storage.stores.requests.apply([await changeBy(storage, 'ir_0', body)]);
    expect(await storage.stores.requests.detail(WORKSPACE, 'ir_0')).toMatchObject({
      rawAnswer: JSON.stringify(body),
      assessmentResults: {},
      refreshedAt: 9000,
      changedAt: 2000,
      unseen: false,
      history: [{ code: 'accepted' }, { code: 'sending' }, { code: 'submitted' }],
    });
  });

  test('without the earlier results removes them from the list and the search', async () => {
    const storage = await temporaryStorage();
    await tracked(storage, 1);
    await storage.stores.requests.apply([await changeBy(storage, 'ir_0', said('marmalade'))]);
    await storage.stores.requests.apply([await changeBy(storage, 'ir_0', { status: 'PENDING' })]);
    expect(await foundBy(storage, 'marmalade')).toEqual([]);
    expect(await storage.stores.requests.detail(WORKSPACE, 'ir_0')).toMatchObject({
      hasResults: false,
      headline: null,
    });
  });

  test('is compressed if that is shorter, and read back verbatim either way', async () => {
    const storage = await temporaryStorage();
    const [tiny, long] = await tracked(storage, 2);
    const bodies = [{ status: 'PENDING' }, said(`marmalade ${'with much of it '.repeat(20)}ß`)];
    for (const [place, id] of [tiny, long].entries())
      await storage.stores.requests.apply([await changeBy(storage, id ?? '', bodies[place] ?? {})]);
    const stored = besides(storage)
      .prepare('SELECT size, length(answer) AS bytes FROM answers ORDER BY row')
      .all();
    expect(stored[0]).toEqual({ size: 20, bytes: 20 });
    expect(Number(stored[1]?.['bytes'])).toBeLessThan(Number(stored[1]?.['size']) / 2);
    for (const [place, id] of [tiny, long].entries()) {
      const detail = await storage.stores.requests.detail(WORKSPACE, id ?? '');
      expect(detail?.rawAnswer).toBe(JSON.stringify(bodies[place]));
    }
  });
});
