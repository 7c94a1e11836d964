import type { Handlers } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import type { HandlerContext } from './context.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export function insightsHandlers({ stores, inWorkspace }: HandlerContext): Handlers['insights'] {
  return {
    summary: ({ sinceDays }) =>
      inWorkspace(async (_open, id) => {
        const since = sinceDays === null ? 0 : Date.now() - sinceDays * DAY_MS;
        return ok(await stores.insights.summary(id, since));
      }),
  };
}
