import { z } from 'zod';
import {
  type ErasureReceipt,
  erasureChoice,
  type FoundPerson,
  type PrivacyState,
  personSearch,
  type RetentionPreview,
  retentionDays,
} from '../../privacy.ts';
import { type Changed, call, id, nothing, type SavedFile, workspaceCall } from '../call.ts';

export const privacy = {
  /** The data folder, erasure receipts, and files that may still contain personal data. */
  state: call(nothing).answers<PrivacyState>(),
  /** Finds everything stored about a person. */
  find: workspaceCall(personSearch).answers<FoundPerson>(),
  /**
   * Erases the chosen items; continues in the background, also after a restart. Errors: `nothing_to_erase`,
   * `on_its_way`, and `erasing_held` or `erasing_under_floor` if the choice doesn't confirm that.
   */
  erase: workspaceCall(erasureChoice).answers<ErasureReceipt>(),
  /** Saves what is stored about a person: what was chosen of what `find` found. Error: `nothing_to_export`. */
  saveHeld: workspaceCall(erasureChoice.extend({ format: z.enum(['html', 'json']) })).answers<SavedFile>(),
  saveReceipt: call(z.object({ id, format: z.enum(['txt', 'json']) })).answers<SavedFile>(),
  /** What a retention of `days` would erase now. */
  previewRetention: call(z.object({ days: retentionDays })).answers<RetentionPreview>(),
  /** Deletes put-aside files. */
  removePutAside: call(z.object({ names: z.array(z.string().max(255)).min(1).max(1000) })).answers<Changed>(),
};
