import { expect, test } from 'vitest';
import type { HandlerContext } from '../../../electron/ipc/handlers.ts';
import { requestsHandlers } from '../../../electron/ipc/request-handlers.ts';
import type { Stores } from '../../../electron/storage/stores/index.ts';
import type { ChangeNotice } from '../../../shared/ipc/bridge.ts';
import { NO_FILTER } from '../../../shared/request-filter.ts';
import { acceptance, sampleSubmission } from '../sample-submission.ts';
import { overridden } from '../storage/overridden.ts';
import { temporaryStorage } from '../storage/temporary-storage.ts';

const COUNT = 2000;
const ALL = { filter: NO_FILTER, except: [] };
const workspaceId = 'workspace-1';

/** A workspace with many requests, the request handlers and the change notices they sent. */
async function withManyRequests(count: number) {
  const storage = await temporaryStorage();
  const { stores } = storage;
  for (let first = 0; first < count; first += 1000) {
    const submissions = Array.from({ length: 1000 }, () => sampleSubmission());
    await stores.submissions.add(submissions);
    const changes = submissions.map((each, at) => acceptance(each, `ir_${first + at}`));
    for (const step of [0, 1, 2])
      await stores.submissions.save(changes.flatMap((each) => each.slice(step, step + 1)));
  }
  const notices: ChangeNotice[] = [];
  const handlersOf = (asked: Stores) => {
    const context: Pick<HandlerContext, 'stores' | 'inWorkspace' | 'onChange'> = {
      stores: asked,
      inWorkspace: (run) => async (input) => run({} as never, input),
      onChange: (notice) => notices.push(notice),
    };
    return requestsHandlers(context as HandlerContext);
  };
  const total = async (filter: Partial<typeof NO_FILTER>) => {
    const asked = { workspaceId, filter: { ...NO_FILTER, ...filter }, offset: 0, limit: 1 };
    return (await stores.requests.page({ ...asked, sort: 'updated', descending: true })).total;
  };
  return { stores, handlersOf, notices, total };
}

/** Counts sequential writes that storage completes while `change` runs. */
async function servedDuring<T>(
  change: Promise<T> | T,
  write: () => Promise<unknown>,
): Promise<{ served: number; answer: T }> {
  let isDone = false;
  const ended = Promise.resolve(change).finally(() => {
    isDone = true;
  });
  let served = 0;
  for (; !isDone; served += 1) await write();
  return { served, answer: await ended };
}

test('other writes are served while hundreds of requests are marked and restored', async () => {
  const { stores, handlersOf, notices, total } = await withManyRequests(COUNT);
  const handlers = handlersOf(stores);
  const write = () => stores.annotations.setNotes(workspaceId, 'ir_7', `${Math.random()}`, 5000);
  const marked = await servedDuring(
    handlers.annotate({
      workspaceId,
      selection: ALL,
      change: { addTags: ['Berlin'], verdict: 'yes', archived: true },
    }),
    write,
  );
  expect(marked.served).toBeGreaterThanOrEqual(5);
  // Archiving removes them from the selection "all", but none was skipped.
  expect(await total({ archived: 'yes', tags: ['Berlin'], verdicts: ['yes'] })).toBe(COUNT);
  expect(notices).toEqual([{ topic: 'requests', workspaceId }]);
  const annotations = marked.answer;
  expect(annotations).toHaveLength(COUNT);
  const restored = await servedDuring(
    handlers.restore({ workspaceId, annotations: [...annotations] }),
    write,
  );
  expect(restored.served).toBeGreaterThanOrEqual(5);
  expect(restored.answer).toEqual({ changed: COUNT });
  expect(await total({ archived: 'no', verdicts: ['none'] })).toBe(COUNT);
  expect(await total({ archived: 'any', tags: ['Berlin'] })).toBe(0);
});

test('if a batch fails, earlier batches stay and a notice is sent for them', async () => {
  const { stores, notices, total, handlersOf } = await withManyRequests(1000);
  let steps = 0;
  const annotations = overridden(stores.annotations, {
    annotate: (...args) => {
      steps += 1;
      return steps > 2
        ? Promise.reject(new Error('The disk is full.'))
        : stores.annotations.annotate(...args);
    },
  });
  const { annotate } = handlersOf(overridden(stores, { annotations }));
  const marking = annotate({ workspaceId, selection: ALL, change: { archived: true } });
  await expect(marking).rejects.toThrow('The disk is full.');
  expect(await total({ archived: 'yes' })).toBe(400);
  expect(notices).toEqual([{ topic: 'requests', workspaceId, ids: expect.any(Array) }]);
});
