import { z } from 'zod';
import {
  type ErasureReceipt,
  erasureChoice,
  type FoundPerson,
  type PrivacyState,
  personSearch,
  RETENTION_DAYS,
  type RetentionPreview,
} from '../../privacy.ts';
import { type Changed, call, id, nothing, type SavedFile, workspaceCall } from '../call.ts';

export const privacy = {
  /** Where the data lies, what was erased, what may still hold anybody's data. */
  state: call(nothing).answers<PrivacyState>(),
  /** Where a person is found. */
  find: workspaceCall(personSearch).answers<FoundPerson>(),
  /** Erases what was chosen; it goes on by itself from here. Errors: `nothing_chosen`, `on_its_way`. */
  erase: workspaceCall(erasureChoice).answers<ErasureReceipt>(),
  /** Saves a receipt. */
  saveReceipt: call(z.object({ id, format: z.enum(['txt', 'json']) })).answers<SavedFile>(),
  /** What a retention of so many days would erase now. */
  previewRetention: call(z.object({ days: z.literal(RETENTION_DAYS) })).answers<RetentionPreview>(),
  /** Deletes damaged files that were put aside. */
  removePutAside: call(z.object({ names: z.array(z.string().max(255)).min(1).max(1000) })).answers<Changed>(),
};
