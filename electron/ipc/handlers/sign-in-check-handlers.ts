import type { Handlers } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import type { HandlerContext } from './context.ts';

export function signInCheckHandlers({ inWorkspace, signInCheck }: HandlerContext): Handlers['signInCheck'] {
  return {
    plan: inWorkspace(async (open) => ok(signInCheck.plan(open.workspace))),
    run: inWorkspace(async (open, { step }) =>
      ok(await signInCheck.run(step, open.workspace, open.session.status)),
    ),
  };
}
