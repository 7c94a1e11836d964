import type { Handlers } from '../../../shared/ipc/contract.ts';

import { ok } from '../../../shared/result.ts';
import { libraryFileText } from '../../reports/library-file-text.ts';
import type { HandlerContext } from './context.ts';

export function libraryHandlers({
  stores,
  inWorkspace,
  onChange,
  saveFile,
}: HandlerContext): Handlers['library'] {
  /** Runs a change of the Library and says that it changed. */
  const changing = <Input extends { readonly workspaceId: string }, T>(run: (input: Input) => Promise<T>) =>
    inWorkspace(async (_open, input: Input) => {
      const value = await run(input);
      onChange({ topic: 'library', workspaceId: input.workspaceId });
      return ok(value);
    });
  return {
    list: inWorkspace(async (_open, { kind, workspaceId: id }) => ok(await stores.library.list(id, kind))),
    usage: inWorkspace(async (_open, { workspaceId: id }) => ok(await stores.library.usage(id))),
    save: changing(({ workspaceId, ...entry }) => stores.library.save(workspaceId, entry)),
    remove: changing(({ workspaceId, kind, serviceId }) =>
      stores.library.remove(workspaceId, kind, serviceId),
    ),
    merge: changing(({ workspaceId, entries }) => stores.library.merge(workspaceId, entries)),
    restore: changing(async ({ workspaceId, snapshots }) => {
      await stores.library.restore(workspaceId, snapshots);
      return null;
    }),
    exportFile: inWorkspace(async (open, { format, workspaceId: id }) => {
      const entries = (await stores.library.list(id, undefined)).filter(
        ({ name, note }) => name !== '' || note !== '',
      );
      const path = await saveFile(
        `${open.workspace.name} Library.${format}`,
        libraryFileText(entries, format),
      );
      return ok({ path, count: entries.length });
    }),
  };
}
