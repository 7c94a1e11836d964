import { importProblem, ofRow, type RowProblem } from '../../../shared/import-problems.ts';
import type { OpenImport } from './import-state.ts';
import type { CheckedRow } from './reading/check-rows.ts';

/** Doubts about the text encoding of an import. */
export interface EncodingDoubts {
  /** Several encodings are about equally likely, and the user has not confirmed one. */
  readonly unsure: boolean;
  /** Names that look garbled need confirmation. */
  readonly garbled: boolean;
}

export function encodingDoubtsOf({ source, encodingConfirmed, namesConfirmed }: OpenImport): EncodingDoubts {
  const { decoding } = source;
  return {
    unsure: decoding !== null && !decoding.sure && !encodingConfirmed,
    garbled: !namesConfirmed,
  };
}

/** Adds a problem to a row with doubtful text: the call would use a wrong name. */
export function withEncodingProblem(row: CheckedRow, doubts: EncodingDoubts): CheckedRow {
  const problem = doubtOf(row, doubts);
  return problem ? { ...row, problems: [...row.problems, problem], fields: null } : row;
}

function doubtOf(row: CheckedRow, { unsure, garbled }: EncodingDoubts): RowProblem | null {
  const wrong = row.problems.some(({ field }) => field === 'candidateName');
  if (garbled && row.garbled && !wrong) return { field: 'candidateName', ...importProblem('name_garbled') };
  if (!unsure || !row.nonAscii) return null;
  return ofRow(importProblem('letters_unsure'));
}
