import { z } from 'zod';
import {
  IMPORT_CHUNK,
  type ImportMemory,
  type ImportProgress,
  type ImportSummary,
  importRow,
  importStart,
  type JudgedRow,
  type QueuedRows,
  rememberedColumns,
  rowsAsked,
  unqueuedRow,
} from '../imports.ts';
import { type Changed, call, id, noInput, type SavedFile, workspaceCall } from './call.ts';

/** One key per set of column names, in any order. */
const headerKey = z.string().max(20_000);

export const imports = {
  /** Earlier choices for files like this one, and whether this one was imported before. */
  recall: workspaceCall(z.object({ headerKey, digest: z.string().max(200) })).answers<ImportMemory>(),
  /** What would become of rows if they were queued now, in their order; null for one that goes at once. Stores nothing. */
  judgeRows: workspaceCall(rowsAsked).answers<readonly (JudgedRow | null)[]>(),
  remember: workspaceCall(z.object({ headerKey, columns: rememberedColumns })).answers<void>(),
  /** Records a new import; does nothing if it is already recorded. */
  begin: workspaceCall(importStart).answers<void>(),
  /** Stores rows that are not queued, with their problems; queued rows stay queued. */
  keepProblems: workspaceCall(
    z.object({ id, rows: z.array(unqueuedRow).min(1).max(IMPORT_CHUNK) }),
  ).answers<void>(),
  /**
   * Queues rows in one transaction: all of them, or none if it fails or one is a duplicate. Idempotent: rows already in
   * the queue are not added again, so it is safe to call this again after any failure.
   */
  queue: workspaceCall(
    z.object({
      id,
      rows: z.array(importRow).min(1).max(IMPORT_CHUNK),
      despiteDuplicates: z.boolean().default(false),
      /** The rows of the whole run: it decides how long they can be undone. */
      together: z.int().min(1).default(1),
    }),
  ).answers<QueuedRows>(),
  /** Row numbers of an import that were ever queued. */
  queuedRows: workspaceCall(z.object({ id })).answers<readonly number[]>(),
  /** Marks the import as finished: no more rows of this file will be queued. */
  finish: workspaceCall(z.object({ id })).answers<void>(),
  /** The latest imports of the workspace, newest first. */
  list: workspaceCall(noInput).answers<readonly ImportSummary[]>(),
  /** How far the files are of which not all is sent. */
  progress: workspaceCall(noInput).answers<ImportProgress>(),
  /** Withdraws all rows of a file that have not been sent. */
  withdraw: workspaceCall(z.object({ id })).answers<Changed>(),
  /** The same within the undo window: returns the row numbers of the withdrawn rows, which can then be queued again. */
  undo: workspaceCall(z.object({ id })).answers<readonly number[]>(),
  /** Saves rows that were refused or not queued to a file that can be corrected and imported again. */
  saveProblems: workspaceCall(z.object({ id })).answers<SavedFile>(),
  /** `withNotice`: with a column for the day of notice. */
  saveSample: call(z.object({ withNotice: z.boolean() })).answers<SavedFile>(),
};
