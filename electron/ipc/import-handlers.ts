import type { Handlers } from '../../shared/ipc/contract.ts';
import { CodedError, unwrap } from '../../shared/result.ts';
import { importName } from '../../shared/words/import-words.ts';
import { problemsToCsv, SAMPLE_NAME, sampleFile } from '../imports/import-files.ts';
import { ImportQueue, undoImport, withdrawImport } from '../imports/import-queue.ts';
import type { HandlerContext } from './handlers.ts';

export function importsHandlers({
  stores,
  inWorkspace,
  saveFile,
  exportFile,
  importActivity,
}: HandlerContext): Handlers['imports'] {
  const { imports } = stores;
  const queue = new ImportQueue(imports);
  const mustHave = async (workspaceId: string, importId: string): Promise<void> => {
    if (!(await imports.has(workspaceId, importId))) throw new CodedError('import_not_found');
  };
  return {
    recall: inWorkspace((_open, { headerKey, digest, workspaceId: id }) =>
      imports.recall(id, headerKey, digest),
    ),
    judgeRows: inWorkspace(async (open, { workspaceId: _, ...asked }) => {
      const { callingHours } = await open.rules.get();
      if (callingHours.enabled) await open.holidays?.ready(callingHours.holidays);
      return open.submitter.reviewRows(asked);
    }),
    remember: inWorkspace(async (_open, { headerKey, columns, workspaceId: id }) => {
      await imports.remember(id, headerKey, columns, Date.now());
    }),
    begin: inWorkspace(async (_open, { workspaceId: id, ...start }) => {
      await imports.begin(id, start, Date.now());
    }),
    keepProblems: inWorkspace(async (_open, { id: importId, rows, workspaceId: id }) => {
      await mustHave(id, importId);
      await imports.keepProblems(id, importId, rows);
    }),
    queue: inWorkspace(async (open, { id: importId, workspaceId: id, ...chunk }) => {
      await mustHave(id, importId);
      return importActivity.during(importId, () =>
        unwrap(queue.queue({ workspaceId: id, importId, ...chunk }, open.submitter)),
      );
    }),
    queuedRows: inWorkspace((_open, { id: importId, workspaceId: id }) => imports.queuedRows(id, importId)),
    finish: inWorkspace(async (_open, { id: importId, workspaceId: id }) => {
      await imports.finish(id, importId, Date.now());
      importActivity.finished(importId);
    }),
    list: inWorkspace((_open, { workspaceId: id }) => imports.list(id)),
    progress: inWorkspace((_open, { workspaceId: id }) => imports.progress(id)),
    withdraw: inWorkspace(async (open, { id: importId, workspaceId: id }) => {
      await mustHave(id, importId);
      return { changed: await withdrawImport(importId, imports, open.outbox) };
    }),
    undo: inWorkspace(async (open, { id: importId, workspaceId: id }) => {
      await mustHave(id, importId);
      return undoImport(importId, imports, open.outbox);
    }),
    saveProblems: inWorkspace(async (_open, { id: importId, workspaceId: id }) => {
      const problems = await imports.problems(id, importId);
      if (!problems) throw new CodedError('import_not_found');
      const { name, headers, rows } = problems;
      const path = await exportFile(
        { what: 'import_problems', count: rows.length },
        `${importName(name).replace(/\.\w{2,4}$/, '')} to fix.csv`,
        problemsToCsv(headers, rows),
      );
      return { path, count: rows.length };
    }),
    saveSample: async ({ withNotice }) => ({
      path: await saveFile(SAMPLE_NAME, sampleFile(withNotice ? Date.now() : null)),
      count: 3,
    }),
  };
}
