import type { Handlers } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import type { HandlerContext } from './context.ts';

export function privacyHandlers({
  inWorkspace,
  privacy,
  backups,
  saveFile,
  keptReviews,
}: HandlerContext): Handlers['privacy'] {
  return {
    state: async () => ok(await privacy.state()),
    find: inWorkspace(async (_open, { workspaceId, ...search }) =>
      ok(await privacy.find(search, workspaceId)),
    ),
    erase: inWorkspace(async (_open, { workspaceId, ...choice }) => {
      await backups.dropOpened();
      keptReviews.dropAll();
      return privacy.erase(choice, workspaceId);
    }),
    saveReceipt: async ({ id, format }) => {
      const file = await privacy.receiptFile(id, format);
      return file.ok ? ok({ path: await saveFile(file.value.name, file.value.text), count: 1 }) : file;
    },
    previewRetention: async ({ days }) => ok(await privacy.previewRetention(days)),
    removePutAside: async ({ names }) => ok({ changed: await privacy.removePutAside(names) }),
  };
}
