import { z } from 'zod';
import type { AnswerExamples, ScoreOffer } from '../field-examples.ts';
import {
  describedField,
  LIBRARY_KINDS,
  type LibraryEntry,
  type LibrarySnapshot,
  type LibraryUsage,
  libraryEntryInput,
  libraryLabel,
  librarySnapshot,
  MAX_LIBRARY_ENTRIES,
} from '../library.ts';
import { LIBRARY_FILE_FORMATS } from '../library-file.ts';
import { id, noInput, type SavedFile, workspaceCall } from './call.ts';

export const library = {
  list: workspaceCall(z.object({ kind: z.enum(LIBRARY_KINDS).optional() })).answers<
    readonly LibraryEntry[]
  >(),
  /** How often each id was used; unused ids are left out. */
  usage: workspaceCall(noInput).answers<readonly LibraryUsage[]>(),
  save: workspaceCall(libraryEntryInput).answers<LibraryEntry>(),
  /** What the newest answers to a questionnaire had in its result fields; nothing of covered results. */
  examples: workspaceCall(z.object({ questionnaireId: id })).answers<AnswerExamples>(),
  /**
   * The field to offer as the score of a questionnaire or, with null, of the one that most results are of; null if there is
   * none, it was declined, or results are covered.
   */
  scoreOffer: workspaceCall(z.object({ questionnaireId: id.nullable() })).answers<ScoreOffer | null>(),
  /** Never offers a score for this questionnaire again, or offers one once more. */
  declineScore: workspaceCall(z.object({ questionnaireId: id, isDeclined: z.boolean() })).answers<null>(),
  /**
   * Describes a pinned result field of one questionnaire, or removes the description (null). A new headline replaces
   * the questionnaire's previous one. Answers the entry before the change, for undo. Error: `too_many_described`.
   */
  describe: workspaceCall(
    z.object({
      questionnaireId: id,
      path: z.string().min(1).max(400),
      field: describedField.nullable(),
    }),
  ).answers<LibrarySnapshot>(),
  /** Removes the label; answers the entry before the change, for undo. */
  remove: workspaceCall(z.object({ kind: z.enum(LIBRARY_KINDS), serviceId: id })).answers<LibrarySnapshot>(),
  /** Stores these entries unchanged in place of those with the same IDs, all or none; answers each entry before the change, for undo. */
  replace: workspaceCall(
    z.object({ entries: z.array(libraryLabel).min(1).max(MAX_LIBRARY_ENTRIES) }),
  ).answers<readonly LibrarySnapshot[]>(),
  /** Restores earlier entries: undo. */
  restore: workspaceCall(
    z.object({ snapshots: z.array(librarySnapshot).min(1).max(MAX_LIBRARY_ENTRIES) }),
  ).answers<void>(),
  /** Writes all entries that have a label to a file of the person's choice. */
  exportFile: workspaceCall(z.object({ format: z.enum(LIBRARY_FILE_FORMATS) })).answers<SavedFile>(),
};
