import type { Handlers } from '../../../shared/ipc/contract.ts';
import { localDay } from '../../../shared/local-day.ts';
import { fail, ok } from '../../../shared/result.ts';
import { heldReport, heldToJson } from '../../reports/held-report.ts';
import type { HandlerContext } from './context.ts';

export function privacyHandlers({
  inWorkspace,
  privacy,
  backups,
  saveFile,
  exportFile,
  stores,
}: HandlerContext): Handlers['privacy'] {
  return {
    state: async () => ok(await privacy.state()),
    find: inWorkspace(async (_open, { workspaceId, ...search }) =>
      ok(await privacy.find(search, workspaceId)),
    ),
    erase: inWorkspace(async (_open, { workspaceId, ...choice }) => {
      await backups.dropOpened();
      return privacy.erase(choice, workspaceId);
    }),
    saveHeld: inWorkspace(async ({ workspace }, { workspaceId, format, ...choice }) => {
      const now = Date.now();
      const held = await privacy.held(choice, workspaceId);
      const { submissions, importRows, doNotCall, holds } = held;
      const kinds = [submissions, importRows, doNotCall, holds];
      const count = kinds.reduce((sum, { length }) => sum + length, 0);
      if (count === 0) return fail('nothing_to_export');
      const from = choice.search.everywhere ? null : workspace.name;
      const text = format === 'html' ? heldReport(held, { now, from }) : heldToJson(held, { now, from });
      async function* content() {
        // The file has covered results, too.
        await stores.annotations.showResults(submissions.map(({ submission }) => submission.id));
        yield text;
      }
      const name = submissions[0]?.submission.candidateName ?? choice.search.name;
      const file = `${name} what is held ${localDay(now)}.${format}`.trim();
      return ok({ path: await exportFile({ what: 'person', count }, file, content()), count });
    }),
    saveReceipt: async ({ id, format }) => {
      const file = await privacy.receiptFile(id, format);
      return file.ok ? ok({ path: await saveFile(file.value.name, file.value.text), count: 1 }) : file;
    },
    previewRetention: async ({ days }) => ok(await privacy.previewRetention(days)),
    removePutAside: async ({ names }) => ok({ changed: await privacy.removePutAside(names) }),
  };
}
