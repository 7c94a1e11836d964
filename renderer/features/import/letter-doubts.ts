import { importProblem, ofRow, type RowProblem } from '../../../shared/import-problems.ts';
import type { OpenImport } from './import-state.ts';
import type { CheckedRow } from './reading/check-rows.ts';

/** What is not sure about the letters of an import. */
export interface LetterDoubts {
  /** Several readings of the file come near each other, and nobody has said which is right. */
  readonly unsure: boolean;
  /** Names that look garbled are doubted, until a person says that they are right. */
  readonly garbled: boolean;
}

export function letterDoubtsOf({ source, lettersRight, garbledRight }: OpenImport): LetterDoubts {
  const { letters } = source;
  return {
    unsure: letters !== null && !letters.sure && !lettersRight,
    garbled: !garbledRight,
  };
}

/** Rows whose letters are doubted, with what is wrong: somebody would be called by a name that is not theirs. */
export function doubtLetters(rows: readonly CheckedRow[], doubts: LetterDoubts): readonly CheckedRow[] {
  return rows.map((row) => {
    const problem = doubtOf(row, doubts);
    return problem ? { ...row, problems: [...row.problems, problem], fields: null } : row;
  });
}

function doubtOf(row: CheckedRow, { unsure, garbled }: LetterDoubts): RowProblem | null {
  const wrong = row.problems.some(({ field }) => field === 'candidateName');
  if (garbled && row.garbled && !wrong) return { field: 'candidateName', ...importProblem('name_garbled') };
  if (!unsure || !row.unplain) return null;
  return ofRow(importProblem('letters_unsure'));
}
