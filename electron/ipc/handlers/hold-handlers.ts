import type { Handlers } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import type { HandlerContext } from './context.ts';

export function holdHandlers({ holds, inWorkspace }: HandlerContext): Handlers['holds'] {
  return {
    page: async ({ inForce, offset }) => ok(await holds.page(inForce, offset)),
    of: inWorkspace(async (_open, { submissionId }) => ok(await holds.of(submissionId))),
    place: inWorkspace(async (_open, { workspaceId, subject, everywhere, reason }) =>
      ok({ changed: await holds.place(subject, everywhere ? null : workspaceId, reason) }),
    ),
    release: ({ id, reason }) => holds.release(id, reason),
  };
}
