import { z } from 'zod';
import {
  IMPORT_CHUNK,
  type ImportMemory,
  type ImportSummary,
  importRow,
  importStart,
  rememberedColumns,
  unqueuedRow,
} from '../../imports.ts';
import { type Changed, call, id, noInput, nothing, type SavedFile, workspaceCall } from '../call.ts';

/** One text for a set of column names, whatever their order. */
const headerKey = z.string().max(20_000);

export const imports = {
  /** What was chosen for files like this one, and whether it was imported before. */
  recall: workspaceCall(z.object({ headerKey, digest: z.string().max(200) })).answers<ImportMemory>(),
  remember: workspaceCall(z.object({ headerKey, columns: rememberedColumns })).answers<null>(),
  /** Makes an import known; one that is known already is left as it is. */
  begin: workspaceCall(importStart).answers<null>(),
  /** Keeps rows that are not queued with why; rows that are queued stay so. */
  keepProblems: workspaceCall(
    z.object({ id, rows: z.array(unqueuedRow).min(1).max(IMPORT_CHUNK) }),
  ).answers<null>(),
  /**
   * Puts rows in the queue in one transaction: all of them or, when it fails (or one is a duplicate), none. A row that
   * is in the queue already stays there once, so this may be called again after any failure.
   */
  queue: workspaceCall(
    z.object({
      id,
      rows: z.array(importRow).min(1).max(IMPORT_CHUNK),
      despiteDuplicates: z.boolean().default(false),
    }),
  ).answers<{ readonly queued: readonly number[] }>(),
  /** Numbers of the rows of an import that are in the queue or went through it. */
  queuedRows: workspaceCall(z.object({ id })).answers<readonly number[]>(),
  /** Nothing more of this file is meant to be queued. */
  finish: workspaceCall(z.object({ id })).answers<null>(),
  /** The latest imports of the workspace, the newest first. */
  list: workspaceCall(noInput).answers<readonly ImportSummary[]>(),
  /** Withdraws all of a file that is not on its way yet. */
  withdraw: workspaceCall(z.object({ id })).answers<Changed>(),
  /** Saves the rows that were not queued or were refused as a file to put right and import again. */
  saveProblems: workspaceCall(z.object({ id })).answers<SavedFile>(),
  saveSample: call(nothing).answers<SavedFile>(),
};
