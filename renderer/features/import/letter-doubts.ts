import type { OpenImport } from './import-state.ts';
import type { CheckedRow, RowProblem } from './reading/check-rows.ts';

/** What is not sure about the letters of an import. */
export interface LetterDoubts {
  /** Several readings of the file come near each other, and nobody has said which is right. */
  readonly unsure: boolean;
  /** Names that look garbled are doubted, until a person says that they are right. */
  readonly garbled: boolean;
  /** There is another reading to choose. */
  readonly choice: boolean;
}

export function letterDoubtsOf({ source, lettersRight, garbledRight }: OpenImport): LetterDoubts {
  const { letters } = source;
  return {
    unsure: letters !== null && !letters.sure && !lettersRight,
    garbled: !garbledRight,
    choice: letters !== null,
  };
}

/** Rows whose letters are doubted, with what is wrong: somebody would be called by a name that is not theirs. */
export function doubtLetters(rows: readonly CheckedRow[], doubts: LetterDoubts): readonly CheckedRow[] {
  return rows.map((row) => {
    const problem = doubtOf(row, doubts);
    return problem ? { ...row, problems: [...row.problems, problem], fields: null } : row;
  });
}

function doubtOf(row: CheckedRow, { unsure, garbled, choice }: LetterDoubts): RowProblem | null {
  if (garbled && row.garbled) {
    const what = 'This name looks garbled.';
    const then = choice ? 'Choose another reading of the letters above, or enter it anew.' : 'Enter it anew.';
    return { field: 'candidateName', message: `${what} ${then}` };
  }
  if (!unsure || !row.unplain) return null;
  return { field: null, message: 'How its letters are to be read is not sure. Choose that above.' };
}
