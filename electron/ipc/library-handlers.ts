import type { Handlers } from '../../shared/ipc/contract.ts';
import { MAX_DESCRIBED } from '../../shared/library.ts';
import { CodedError, fail } from '../../shared/result.ts';
import { libraryFileText } from '../reports/exported-lists.ts';
import type { OpenWorkspace } from '../workspaces/open-workspace.ts';
import type { HandlerContext } from './handlers.ts';

export function libraryHandlers({
  stores,
  inWorkspace,
  onChange,
  exportFile,
}: HandlerContext): Handlers['library'] {
  /** Notifies of covering too, because Library entries say what of requests shows, and what is covered. */
  const changed = ({ results }: OpenWorkspace, workspaceId: string): void => {
    results.wake();
    onChange({ topic: 'library', workspaceId });
    onChange({ topic: 'covering', workspaceId });
  };
  const changing = <Input extends { readonly workspaceId: string }, T>(run: (input: Input) => Promise<T>) =>
    inWorkspace(async (open, input: Input) => {
      const value = await run(input);
      changed(open, input.workspaceId);
      return value;
    });
  return {
    list: inWorkspace((_open, { kind, workspaceId: id }) => stores.library.list(id, kind)),
    usage: inWorkspace((_open, { workspaceId: id }) => stores.library.usage(id)),
    examples: inWorkspace((_open, { questionnaireId, workspaceId: id }) =>
      stores.library.examples(id, questionnaireId),
    ),
    scoreOffer: inWorkspace((_open, { questionnaireId, workspaceId: id }) =>
      stores.library.scoreOffer(id, questionnaireId),
    ),
    declineScore: changing(async ({ workspaceId, questionnaireId, isDeclined }) => {
      await stores.library.declineScore(workspaceId, questionnaireId, isDeclined);
      return null;
    }),
    save: changing(({ workspaceId, ...entry }) => stores.library.save(workspaceId, entry)),
    describe: inWorkspace(async (open, { workspaceId: id, questionnaireId, path, field }) => {
      const entries = await stores.library.list(id, 'questionnaire');
      const known = entries.find(({ serviceId }) => serviceId === questionnaireId)?.fields ?? [];
      const isNew = field !== null && known.every((described) => described.path !== path);
      if (isNew && known.length >= MAX_DESCRIBED) {
        throw new CodedError(fail('too_many_described', { most: MAX_DESCRIBED }));
      }
      const before = await stores.library.describe(id, questionnaireId, path, field);
      if (!before) throw new CodedError('setting_set_by_organisation');
      changed(open, id);
      return before;
    }),
    remove: changing(({ workspaceId, kind, serviceId }) =>
      stores.library.remove(workspaceId, kind, serviceId),
    ),
    replace: changing(({ workspaceId, entries }) => stores.library.replace(workspaceId, entries)),
    restore: changing(async ({ workspaceId, snapshots }) => {
      await stores.library.restore(workspaceId, snapshots);
    }),
    exportFile: inWorkspace(async (open, { format, workspaceId: id }) => {
      const entries = (await stores.library.list(id, undefined)).filter(
        ({ name, note, fields }) => name !== '' || note !== '' || fields.length > 0,
      );
      const path = await exportFile(
        { what: 'library', count: entries.length },
        `${open.workspace.name} Library.${format}`,
        libraryFileText(entries, format),
      );
      return { path, count: entries.length };
    }),
  };
}
