import { useMutation, useQuery } from '@tanstack/react-query';
import {
  IMPORT_CHUNK,
  type ImportMemory,
  type ImportStart,
  type QueuedRows,
  type RememberedColumns,
  type UnqueuedRow,
} from '../../shared/imports.ts';
import type { SubmissionFields } from '../../shared/submission.ts';
import type { ConsentRule } from '../../shared/workspace-rules.ts';
import { api as appApi, type WorkspaceAccess } from './api.ts';
import { useWorkspace } from './app-state.tsx';
import { SHOW_ERROR_IN_SHELL } from './query-client.ts';
import { useRules } from './rules.ts';

/** A row to queue, with its original cells. */
export interface QueuedRow {
  readonly number: number;
  readonly cells: string[];
  readonly fields: SubmissionFields;
}

export interface RecalledImport extends ImportMemory {
  /** The workspace's country for numbers without a country code (ISO 3166); null or left out if it has none. */
  readonly defaultCountry?: string | null;
}

/**
 * Column choices made for files with this header, whether this file was imported before, and the workspace's default
 * country.
 */
export async function recallImport(
  { api }: WorkspaceAccess,
  headerKey: string,
  digest: string,
): Promise<RecalledImport> {
  const [memory, { defaultCountry }] = await Promise.all([
    api.imports.recall({ headerKey, digest }),
    api.rules.get(),
  ]);
  return { ...memory, defaultCountry };
}

export function rememberColumns(
  { api }: WorkspaceAccess,
  headerKey: string,
  columns: RememberedColumns,
): Promise<null> {
  return api.imports.remember({ headerKey, columns });
}

/** Records an import and the rows that won't be queued, with the reason. */
export async function beginImport(
  { api }: WorkspaceAccess,
  start: ImportStart,
  problems: readonly UnqueuedRow[],
): Promise<void> {
  await api.imports.begin(start);
  for (let offset = 0; offset < problems.length; offset += IMPORT_CHUNK) {
    const rows = problems
      .slice(offset, offset + IMPORT_CHUNK)
      .map((row) => ({ ...row, cells: [...row.cells] }));
    await api.imports.keepProblems({ id: start.id, rows });
  }
}

/**
 * Queues up to 500 rows, all or none. Idempotent: rows already queued are skipped. Fails with `duplicate` if a candidate was
 * submitted before, unless `despiteDuplicates`. `together`: the rows of the whole run.
 */
export function queueImportRows(
  { api }: WorkspaceAccess,
  id: string,
  rows: QueuedRow[],
  run: { readonly despiteDuplicates: boolean; readonly together: number },
): Promise<QueuedRows> {
  return api.imports.queue({ id, rows, ...run });
}

/** Row numbers of an import that were ever queued. */
export function queuedImportRows({ api }: WorkspaceAccess, id: string): Promise<readonly number[]> {
  return api.imports.queuedRows({ id });
}

/** Marks an import as complete: no more rows will be queued. */
export function finishImport({ api }: WorkspaceAccess, id: string): Promise<null> {
  return api.imports.finish({ id });
}

/** The imports of the workspace, newest first. */
export function usePastImports({ enabled = true } = {}) {
  return useQuery({ ...useWorkspace().queries.imports.list(), enabled });
}

/** Withdraws all submissions of an import that were not sent yet. */
export function withdrawImport({ api }: WorkspaceAccess, id: string): Promise<{ readonly changed: number }> {
  return api.imports.withdraw({ id });
}

/** The same within the undo window; returns the numbers of the rows, which can be queued again. */
export function undoImport({ api }: WorkspaceAccess, id: string): Promise<readonly number[]> {
  return api.imports.undo({ id });
}

/** Saves the rows that were not queued or were refused to a file, so that they can be corrected and imported again. */
export function useSaveProblems() {
  const { api } = useWorkspace();
  return useMutation({
    mutationFn: (id: string) => api.imports.saveProblems({ id }),
    meta: SHOW_ERROR_IN_SHELL,
  });
}

/** The workspace's consent rule; undefined while loading. */
export function useConsentRule(): ConsentRule | undefined {
  return useRules().data?.consent;
}

export function useSaveSample() {
  return useMutation({
    mutationFn: (withNotice: boolean) => appApi.imports.saveSample({ withNotice }),
    meta: SHOW_ERROR_IN_SHELL,
  });
}
