import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import {
  IMPORT_CHUNK,
  type ImportMemory,
  type ImportStart,
  type RememberedColumns,
  type UnqueuedRow,
} from '../../shared/imports.ts';
import type { SubmissionFields } from '../../shared/submission.ts';
import type { ConsentRule } from '../../shared/workspace-rules.ts';
import { api as appApi } from './api.ts';
import { useRules } from './rules.ts';
import { SHOW_ERROR_IN_SHELL } from './shell-error.ts';
import { useWorkspace, type WorkspaceAccess } from './workspace.ts';

/** A row to queue, with its cells as in the file. */
export interface QueuedRow {
  readonly number: number;
  readonly cells: string[];
  readonly fields: SubmissionFields;
}

/** What was chosen for files like this one, and whether it was imported before. */
export function recallImport(
  { api }: WorkspaceAccess,
  headerKey: string,
  digest: string,
): Promise<ImportMemory> {
  return api.imports.recall({ headerKey, digest });
}

export function rememberColumns(
  { api }: WorkspaceAccess,
  headerKey: string,
  columns: RememberedColumns,
): Promise<null> {
  return api.imports.remember({ headerKey, columns });
}

/** Makes an import known, and keeps the rows of it that are not to be queued with why. */
export async function beginImport(
  { api }: WorkspaceAccess,
  start: ImportStart,
  problems: readonly UnqueuedRow[],
): Promise<void> {
  await api.imports.begin(start);
  for (let at = 0; at < problems.length; at += IMPORT_CHUNK) {
    const rows = problems.slice(at, at + IMPORT_CHUNK).map((row) => ({ ...row, cells: [...row.cells] }));
    await api.imports.keepProblems({ id: start.id, rows });
  }
}

/**
 * Puts up to 500 rows in the queue of the open workspace: all of them or, when it fails, none; one that is there
 * already stays there once. Error `duplicate` when one was submitted before, unless that is meant.
 */
export function queueImportRows(
  { api }: WorkspaceAccess,
  id: string,
  rows: QueuedRow[],
  despiteDuplicates: boolean,
): Promise<unknown> {
  return api.imports.queue({ id, rows, despiteDuplicates });
}

/** Numbers of the rows of an import that are in the queue or went through it. */
export function queuedImportRows({ api }: WorkspaceAccess, id: string): Promise<readonly number[]> {
  return api.imports.queuedRows({ id });
}

/** Nothing more of this file is meant to be queued. */
export function finishImport({ api }: WorkspaceAccess, id: string): Promise<null> {
  return api.imports.finish({ id });
}

/** The imports of the workspace, the newest first; `enabled`: not asked while that is false. */
export function usePastImports({ enabled = true } = {}) {
  const { api, keys } = useWorkspace();
  return useQuery({ queryKey: keys.imports, queryFn: () => api.imports.list(), enabled });
}

/** Withdraws all of a file that is not on its way yet. */
export function withdrawImport({ api }: WorkspaceAccess, id: string): Promise<{ readonly changed: number }> {
  return api.imports.withdraw({ id });
}

/** Saves the rows that were not queued or were refused, to put right and import again. */
export function useSaveProblems() {
  const { api } = useWorkspace();
  return useMutation({
    mutationFn: (id: string) => api.imports.saveProblems({ id }),
    meta: SHOW_ERROR_IN_SHELL,
  });
}

/** Numbers per question, as many as the contract takes. */
const NUMBERS_AT_ONCE = 10_000;

/** Time goes on: who could not be called now is asked for again after so long, ms. */
const HELD_AGAIN_MS = 60_000;

/** Until when (UTC ms) these numbers (E.164) would wait for their calling hours; those that would not are left out. */
export function useHeldNow(phoneNumbers: readonly string[]): ReadonlyMap<string, number> | undefined {
  const workspace = useWorkspace();
  const hoursHold = useRules().data?.callingHours.enabled === true;
  const { data } = useQuery({
    queryKey: workspace.keys.heldNow(phoneNumbers),
    queryFn: () => findHeld(workspace, phoneNumbers),
    enabled: hoursHold && phoneNumbers.length > 0,
    placeholderData: keepPreviousData,
    structuralSharing: false,
    refetchInterval: HELD_AGAIN_MS,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  return hoursHold ? data : undefined;
}

async function findHeld(
  { api }: WorkspaceAccess,
  phoneNumbers: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const held = new Map<string, number>();
  for (let at = 0; at < phoneNumbers.length; at += NUMBERS_AT_ONCE) {
    const chunk = phoneNumbers.slice(at, at + NUMBERS_AT_ONCE);
    for (const { phoneNumber, until } of await api.rules.heldNow({ phoneNumbers: chunk }))
      held.set(phoneNumber, until);
  }
  return held;
}

/** What candidates must have agreed to, by the rules of the workspace; undefined while that is not known. */
export function useConsentRule(): ConsentRule | undefined {
  return useRules().data?.consent;
}

/** Saves a file to fill in. */
export function useSaveSample() {
  return useMutation({ mutationFn: () => appApi.imports.saveSample(), meta: SHOW_ERROR_IN_SHELL });
}
