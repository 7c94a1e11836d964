import { z } from 'zod';
import {
  type ClockReport,
  type DatabaseCheck,
  diagnosticsChoice,
  type HealthReport,
  pageError,
  shownFolder,
} from '../../diagnostics.ts';
import { call, noInput, nothing, type SavedFile, workspaceCall } from '../call.ts';

export const diagnostics = {
  /** What can be said at once. */
  health: call(nothing).answers<HealthReport>(),
  /** Asks the current workspace's service for the time; takes up to 5 s. */
  clock: workspaceCall(noInput).answers<ClockReport>(),
  databaseCheck: call(nothing).answers<DatabaseCheck>(),
  /** Begins a check, or answers the one that runs. `thorough` also compares indexes with their tables. */
  checkDatabase: call(z.object({ thorough: z.boolean() })).answers<DatabaseCheck>(),
  cancelDatabaseCheck: call(nothing).answers<DatabaseCheck>(),
  /** A text for a support person, with nothing personal in it. */
  text: call(diagnosticsChoice).answers<string>(),
  /** Saves the text that was shown. */
  saveText: call(z.object({ text: z.string().min(1).max(2_000_000) })).answers<SavedFile>(),
  deleteLogs: call(nothing).answers<null>(),
  /** The crash dump of this name, or all. */
  deleteCrashDumps: call(z.object({ name: z.string().max(200).nullable() })).answers<{
    readonly deleted: number;
  }>(),
  showFolder: call(z.object({ folder: shownFolder })).answers<null>(),
  /** Shows a file that was put aside in its folder. */
  showPutAside: call(z.object({ name: z.string().max(200) })).answers<null>(),
  /** An error of the page, for the log; too many are left out. */
  pageError: call(pageError).answers<null>(),
};
