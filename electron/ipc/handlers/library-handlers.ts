import type { Handlers } from '../../../shared/ipc/contract.ts';

import { MOST_DESCRIBED } from '../../../shared/library.ts';
import { fail, ok } from '../../../shared/result.ts';
import { libraryFileText } from '../../reports/library-file-text.ts';
import type { HandlerContext } from './context.ts';

const TOO_MANY = fail(
  'too_many_described',
  `${MOST_DESCRIBED} fields of this questionnaire are described already.`,
  { nextStep: 'Remove a description in the Library that nobody needs, then save this one again.' },
);

export function libraryHandlers({
  stores,
  inWorkspace,
  onChange,
  saveFile,
}: HandlerContext): Handlers['library'] {
  /** Runs a change of the Library and says that it changed. */
  const changing = <T>(run: (workspaceId: string) => Promise<T>) =>
    inWorkspace(async (_open, id) => {
      const value = await run(id);
      onChange('library');
      // Headlines are what entries describe.
      onChange('requests');
      return ok(value);
    });
  return {
    list: ({ kind }) => inWorkspace(async (_open, id) => ok(await stores.library.list(id, kind))),
    usage: () => inWorkspace(async (_open, id) => ok(await stores.library.usage(id))),
    save: (entry) => changing((id) => stores.library.save(id, entry)),
    describe: ({ questionnaireId, path, field }) =>
      inWorkspace(async (_open, id) => {
        const entries = await stores.library.list(id, 'questionnaire');
        const known = entries.find(({ serviceId }) => serviceId === questionnaireId)?.fields ?? [];
        const isNew = field !== null && known.every((each) => each.path !== path);
        if (isNew && known.length >= MOST_DESCRIBED) return TOO_MANY;
        const before = await stores.library.describe(id, questionnaireId, path, field);
        onChange('library');
        onChange('requests');
        return ok(before);
      }),
    remove: ({ kind, serviceId }) => changing((id) => stores.library.remove(id, kind, serviceId)),
    merge: ({ entries }) => changing((id) => stores.library.merge(id, entries)),
    restore: ({ snapshots }) =>
      changing(async (id) => {
        await stores.library.restore(id, snapshots);
        return null;
      }),
    exportFile: ({ format }) =>
      inWorkspace(async (open, id) => {
        const entries = (await stores.library.list(id, undefined)).filter(
          ({ name, note, fields }) => name !== '' || note !== '' || fields.length > 0,
        );
        const path = await saveFile(
          `${open.workspace.name} Library.${format}`,
          libraryFileText(entries, format),
        );
        return ok({ path, count: entries.length });
      }),
  };
}
