import { importProblem, ofRow } from '../../../shared/import-problems.ts';
import type { OpenImport } from './import-state.ts';
import type { CheckedRow } from './reading/check-rows.ts';

/** Whether several encodings are about equally likely, and the user has not confirmed one. */
export function isEncodingUnsure({ source, encodingConfirmed }: OpenImport): boolean {
  const { decoding } = source;
  return decoding !== null && !decoding.sure && !encodingConfirmed;
}

/**
 * Adds a problem to a row with text beyond ASCII if the encoding is unsure: the call would use a wrong name. The choice is
 * made above the rows, for all at once.
 */
export function withEncodingProblem(row: CheckedRow, unsure: boolean): CheckedRow {
  if (!unsure || !row.nonAscii) return row;
  const unclear = { ...ofRow(importProblem('letters_unsure')), choices: [] };
  return { ...row, problems: [...row.problems, unclear], fields: null };
}
