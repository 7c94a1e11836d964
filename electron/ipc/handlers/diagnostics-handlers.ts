import type { Handlers } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import type { HandlerContext } from './context.ts';

export function diagnosticsHandlers({ diagnostics, saveFile }: HandlerContext): Handlers['diagnostics'] {
  return {
    health: async () => ok(await diagnostics.health()),
    databaseCheck: () => ok(diagnostics.databaseCheck),
    checkDatabase: ({ thorough }) => ok(diagnostics.checkDatabase(thorough)),
    cancelDatabaseCheck: () => ok(diagnostics.cancelDatabaseCheck()),
    text: async (choice) => ok(await diagnostics.text(choice)),
    saveText: async ({ text }) => {
      const day = new Date().toISOString().slice(0, 10);
      return ok({ path: await saveFile(`Callboard diagnostics ${day}.txt`, text), count: 1 });
    },
    deleteLogs: async () => {
      await diagnostics.deleteLogs();
      return ok(null);
    },
    deleteCrashDumps: async ({ name }) => ok({ deleted: await diagnostics.deleteCrashDumps(name) }),
    showFolder: async ({ folder }) => {
      await diagnostics.showFolder(folder);
      return ok(null);
    },
    showPutAside: async ({ name }) => {
      await diagnostics.showPutAside(name);
      return ok(null);
    },
    pageError: (error) => {
      diagnostics.pageError(error);
      return ok(null);
    },
  };
}
