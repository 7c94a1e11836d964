import { z } from 'zod';
import {
  type DatabaseCheck,
  diagnosticsChoice,
  type HealthReport,
  pageError,
  shownFolder,
} from '../../diagnostics.ts';
import { call, nothing, type SavedFile } from '../call.ts';

export const diagnostics = {
  /** The health checks that need no waiting. */
  health: call(nothing).answers<HealthReport>(),
  databaseCheck: call(nothing).answers<DatabaseCheck>(),
  /** Starts a check, or answers the running one. `thorough` also compares indexes with their tables. */
  checkDatabase: call(z.object({ thorough: z.boolean() })).answers<DatabaseCheck>(),
  cancelDatabaseCheck: call(nothing).answers<DatabaseCheck>(),
  /** A text for support, without personal data. */
  text: call(diagnosticsChoice).answers<string>(),
  /** Saves the text on screen. */
  saveText: call(z.object({ text: z.string().min(1).max(2_000_000) })).answers<SavedFile>(),
  deleteLogs: call(nothing).answers<null>(),
  /** Deletes the named crash dump, or all of them. */
  deleteCrashDumps: call(z.object({ name: z.string().max(200).nullable() })).answers<{
    readonly deleted: number;
  }>(),
  showFolder: call(z.object({ folder: shownFolder })).answers<null>(),
  /** Shows a put-aside file in the file manager. */
  showPutAside: call(z.object({ name: z.string().max(200) })).answers<null>(),
  /** Logs an error of the page; the rate is limited. */
  pageError: call(pageError).answers<null>(),
};
