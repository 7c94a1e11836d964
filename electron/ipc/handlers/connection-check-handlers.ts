import type { Handlers } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import type { HandlerContext } from './context.ts';

export function connectionCheckHandlers({
  inWorkspace,
  connectionCheck,
}: HandlerContext): Handlers['connectionCheck'] {
  return {
    plan: inWorkspace(async (open) => ok(connectionCheck.plan(open.workspace))),
    run: inWorkspace(async (open, { part }) =>
      ok(await connectionCheck.run(part, open.workspace, open.session.status)),
    ),
  };
}
