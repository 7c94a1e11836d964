import type { Handlers } from '../../../shared/ipc/contract.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { HandlerContext } from './context.ts';

export function workspacesHandlers({ desk }: Pick<HandlerContext, 'desk'>): Handlers['workspaces'] {
  return {
    connect: (connection) => desk.connect(connection),
    update: ({ id, ...connection }) => desk.update(id, connection),
    openPractice: () => desk.openPractice(),
    select: ({ id }) => desk.select(id),
    remove: ({ id }) => desk.remove(id),
  };
}

export function sessionHandlers({ desk, inWorkspace }: HandlerContext): Handlers['session'] {
  return {
    signIn: inWorkspace((open) => open.session.signIn()),
    cancel: inWorkspace(async (open) => {
      open.session.cancel();
      return ok(null);
    }),
    pasteReturnAddress: async ({ text }) =>
      desk.takeReturnAddress(text.trim()) ? ok(null) : fail('not_the_answer'),
    signOut: inWorkspace(async (open) => {
      await open.session.signOut();
      return ok(null);
    }),
  };
}
