import { z } from 'zod';
import {
  describedField,
  LIBRARY_KINDS,
  type LibraryEntry,
  type LibrarySnapshot,
  type LibraryUsage,
  libraryEntryInput,
  libraryLabel,
  librarySnapshot,
  MOST_LIBRARY_ENTRIES,
} from '../../library.ts';
import { LIBRARY_FILE_FORMATS } from '../../library-file.ts';
import { id, noInput, type SavedFile, workspaceCall } from '../call.ts';

export const library = {
  list: workspaceCall(z.object({ kind: z.enum(LIBRARY_KINDS).optional() })).answers<
    readonly LibraryEntry[]
  >(),
  /** How often each id was used; ids that never were are left out. */
  usage: workspaceCall(noInput).answers<readonly LibraryUsage[]>(),
  save: workspaceCall(libraryEntryInput).answers<LibraryEntry>(),
  /**
   * Describes a pinned field of the results of one questionnaire, or takes the description away (null). The headline goes
   * over to this field where it is wanted here. Answers the entry as it was, for undo. Error: `too_many_described`.
   */
  describe: workspaceCall(
    z.object({
      questionnaireId: id,
      path: z.string().min(1).max(400),
      field: describedField.nullable(),
    }),
  ).answers<LibrarySnapshot>(),
  /** Takes the label away; answers the entry as it was, for undo. */
  remove: workspaceCall(z.object({ kind: z.enum(LIBRARY_KINDS), serviceId: id })).answers<LibrarySnapshot>(),
  /** Stores these entries as they are, all or none; answers how each was before, for undo. */
  merge: workspaceCall(z.object({ entries: z.array(libraryLabel).min(1).max(MOST_LIBRARY_ENTRIES) })).answers<
    readonly LibrarySnapshot[]
  >(),
  /** Puts entries back as they were. */
  restore: workspaceCall(
    z.object({ snapshots: z.array(librarySnapshot).min(1).max(MOST_LIBRARY_ENTRIES) }),
  ).answers<null>(),
  /** Writes all entries that have a label to a file of the person's choice. */
  exportFile: workspaceCall(z.object({ format: z.enum(LIBRARY_FILE_FORMATS) })).answers<SavedFile>(),
};
