import type { Handlers } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import type { HandlerContext } from './context.ts';

export function holdHandlers({
  stores: { holds },
  inWorkspace,
  account,
  onChange,
}: HandlerContext): Handlers['holds'] {
  const placed = (changed: number) => {
    onChange({ topic: 'holds' });
    return ok({ changed });
  };
  return {
    page: async ({ offset }) => ok(await holds.page(offset)),
    of: inWorkspace(async (_open, { submissionId }) => ok(await holds.ofSubmission(submissionId))),
    placeOf: inWorkspace(async (_open, { workspaceId, requestIds, reason }) =>
      placed(await holds.placeOf(workspaceId, requestIds, { reason, at: Date.now(), by: account })),
    ),
    place: async ({ name, phoneNumber, reason }) => {
      const hold = { reason, at: Date.now(), by: account };
      return placed(Number(await holds.place({ name, phoneNumber }, hold)));
    },
    release: async ({ id }) => {
      await holds.release(id, Date.now());
      onChange({ topic: 'holds' });
      return ok(null);
    },
  };
}
