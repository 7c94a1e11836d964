import type { Handlers } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import type { HandlerContext } from './context.ts';

export function privacyHandlers({ desk, privacy, backups, saveFile }: HandlerContext): Handlers['privacy'] {
  const openWorkspace = (): string | null => desk.current?.workspace.id ?? null;
  return {
    state: async () => ok(await privacy.state()),
    find: async (search) => ok(await privacy.find(search, openWorkspace())),
    erase: async (choice) => {
      await backups.dropOpened();
      return privacy.erase(choice, openWorkspace());
    },
    saveReceipt: async ({ id, format }) => {
      const file = await privacy.receiptFile(id, format);
      return file.ok ? ok({ path: await saveFile(file.value.name, file.value.text), count: 1 }) : file;
    },
    previewRetention: async ({ days }) => ok(await privacy.previewRetention(days)),
    removePutAside: async ({ names }) => ok({ changed: await privacy.removePutAside(names) }),
  };
}
