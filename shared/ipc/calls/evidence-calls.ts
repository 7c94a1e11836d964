import type { EvidenceState } from '../../evidence.ts';
import { call, nothing, type SavedFile } from '../call.ts';

/** The record of what was done, as a chain of hashes, of all workspaces together. */
export const evidence = {
  state: call(nothing).answers<EvidenceState>(),
  /** Saves all chains as JSON lines, for `scripts/verify-evidence.mjs`. */
  save: call(nothing).answers<SavedFile>(),
  /** Saves the end of this installation's chain with its date, as text. Error: `nothing_to_export`. */
  saveHead: call(nothing).answers<SavedFile>(),
};
