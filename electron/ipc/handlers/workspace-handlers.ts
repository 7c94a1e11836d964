import type { Handlers } from '../../../shared/ipc/contract.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { HandlerContext } from './context.ts';

export function workspacesHandlers({
  workspaces,
}: Pick<HandlerContext, 'workspaces'>): Handlers['workspaces'] {
  return {
    connect: (connection) => workspaces.connect(connection),
    update: ({ id, ...connection }) => workspaces.update(id, connection),
    openPractice: () => workspaces.openPractice(),
    select: ({ id }) => workspaces.select(id),
    remove: ({ id }) => workspaces.remove(id),
  };
}

export function sessionHandlers({ workspaces, inWorkspace }: HandlerContext): Handlers['session'] {
  return {
    signIn: inWorkspace((open) => open.session.signIn()),
    cancel: inWorkspace(async (open) => {
      open.session.cancel();
      return ok(null);
    }),
    pasteReturnAddress: async ({ text }) =>
      workspaces.open.takeReturnAddress(text.trim()) ? ok(null) : fail('not_the_answer'),
    signOut: inWorkspace(async (open) => {
      await open.session.signOut();
      return ok(null);
    }),
  };
}
