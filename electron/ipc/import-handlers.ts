import type { Handlers } from '../../shared/ipc/contract.ts';
import { fail, ok } from '../../shared/result.ts';
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
  return {
    recall: inWorkspace(async (_open, { headerKey, digest, workspaceId: id }) =>
      ok(await imports.recall(id, headerKey, digest)),
    ),
    judgeRows: inWorkspace(async (open, { workspaceId: _, ...asked }) => {
      const { callingHours } = await open.rules.get();
      if (callingHours.enabled) await open.holidays?.ready(callingHours.holidays);
      return ok(await open.submitter.reviewRows(asked));
    }),
    remember: inWorkspace(async (_open, { headerKey, columns, workspaceId: id }) => {
      await imports.remember(id, headerKey, columns, Date.now());
      return ok(null);
    }),
    begin: inWorkspace(async (_open, { workspaceId: id, ...start }) => {
      await imports.begin(id, start, Date.now());
      return ok(null);
    }),
    keepProblems: inWorkspace(async (_open, { id: importId, rows, workspaceId: id }) => {
      if (!(await imports.has(id, importId))) return NO_SUCH_IMPORT;
      await imports.keepProblems(id, importId, rows);
      return ok(null);
    }),
    queue: inWorkspace(async (open, { id: importId, workspaceId: id, ...chunk }) => {
      if (!(await imports.has(id, importId))) return NO_SUCH_IMPORT;
      return importActivity.during(importId, () =>
        queue.queue({ workspaceId: id, importId, ...chunk }, open.submitter),
      );
    }),
    queuedRows: inWorkspace(async (_open, { id: importId, workspaceId: id }) =>
      ok(await imports.queuedRows(id, importId)),
    ),
    finish: inWorkspace(async (_open, { id: importId, workspaceId: id }) => {
      await imports.finish(id, importId, Date.now());
      importActivity.finished(importId);
      return ok(null);
    }),
    list: inWorkspace(async (_open, { workspaceId: id }) => ok(await imports.list(id))),
    withdraw: inWorkspace(async (open, { id: importId, workspaceId: id }) =>
      (await imports.has(id, importId)) ? withdrawImport(importId, imports, open.outbox) : NO_SUCH_IMPORT,
    ),
    undo: inWorkspace(async (open, { id: importId, workspaceId: id }) =>
      (await imports.has(id, importId)) ? undoImport(importId, imports, open.outbox) : NO_SUCH_IMPORT,
    ),
    saveProblems: inWorkspace(async (_open, { id: importId, workspaceId: id }) => {
      const problems = await imports.problems(id, importId);
      if (!problems) return NO_SUCH_IMPORT;
      const { name, headers, rows } = problems;
      const path = await exportFile(
        { what: 'import_problems', count: rows.length },
        `${importName(name).replace(/\.\w{2,4}$/, '')} to fix.csv`,
        problemsToCsv(headers, rows),
      );
      return ok({ path, count: rows.length });
    }),
    saveSample: async ({ withNotice }) =>
      ok({ path: await saveFile(SAMPLE_NAME, sampleFile(withNotice ? Date.now() : null)), count: 3 }),
  };
}

const NO_SUCH_IMPORT = fail('import_not_found');
