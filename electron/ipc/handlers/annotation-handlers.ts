import type { Handlers } from '../../../shared/ipc/contract.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { HandlerContext } from './context.ts';

type AnnotationHandlers = Pick<Handlers['requests'], 'seen' | 'annotate' | 'restore' | 'setNotes'>;

/** Storage changes this many requests within 50 ms and can serve other operations between two batches. */
const BATCH_SIZE = 200;

/** A change notice lists at most this many ids; beyond that the page refetches everything. */
const MAX_IDS = 1000;

/** A recruiter's marks on tracked requests. */
export function annotationHandlers({
  stores,
  inWorkspace,
  onChange,
  account,
}: HandlerContext): AnnotationHandlers {
  const notify = (workspaceId: string, ids: readonly string[]): void => {
    if (ids.length > MAX_IDS) onChange({ topic: 'requests', workspaceId });
    else if (ids.length > 0) onChange({ topic: 'requests', workspaceId, ids });
  };
  /** Applies a change in batches and returns what changed. Sends a notice of completed batches even if one fails. */
  const changeInBatches = async <T, Changed>(
    workspaceId: string,
    all: readonly T[],
    change: (batch: T[]) => Promise<readonly Changed[]>,
    idOf: (changed: Changed) => string,
  ): Promise<Changed[]> => {
    const done: Changed[] = [];
    try {
      for (let at = 0; at < all.length; at += BATCH_SIZE)
        for (const changed of await change(all.slice(at, at + BATCH_SIZE))) done.push(changed);
      return done;
    } finally {
      notify(workspaceId, done.map(idOf));
    }
  };
  return {
    seen: inWorkspace(async (_open, { workspaceId: id, ...selection }) => {
      const selected = await stores.annotations.selected(id, selection);
      const change = (ids: readonly string[]) => stores.annotations.seen(id, ids);
      const seen = await changeInBatches(id, selected, change, (requestId) => requestId);
      return ok({ changed: seen.length });
    }),
    annotate: inWorkspace(async (_open, { selection, change: annotation, workspaceId: id }) => {
      const { verdict = 'none', reason } = annotation;
      if (verdict !== 'none' && reason === undefined && (await stores.rules.coversResults(id))) {
        return fail('verdict_needs_reason');
      }
      const selected = await stores.annotations.selected(id, selection);
      const now = Date.now();
      const change = (ids: readonly string[]) =>
        stores.annotations.annotate(id, ids, annotation, now, account);
      return ok(await changeInBatches(id, selected, change, ({ requestId }) => requestId));
    }),
    restore: inWorkspace(async (_open, { annotations, workspaceId: id }) => {
      const now = Date.now();
      const change = (batch: typeof annotations) => stores.annotations.restore(id, batch, now, account);
      const restored = await changeInBatches(id, annotations, change, (requestId) => requestId);
      return ok({ changed: restored.length });
    }),
    setNotes: inWorkspace(async (_open, { requestId, notes, workspaceId: id }) => {
      if (!(await stores.annotations.setNotes(id, requestId, notes, Date.now()))) {
        return fail('request_not_tracked');
      }
      notify(id, [requestId]);
      return ok(null);
    }),
  };
}
