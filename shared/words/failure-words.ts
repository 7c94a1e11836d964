import { CALL_REASONS, isRefusalCode } from '../call-rules.ts';
import type { WordsTable } from '../coded.ts';
import type { AppError, FailureValues } from '../failures.ts';
import { DATA_FAILURES } from './failures/data-failures.ts';
import type { FailureText } from './failures/failure-text.ts';
import { FILE_FAILURES } from './failures/file-failures.ts';
import { SIGN_IN_FAILURES } from './failures/sign-in-failures.ts';
import { SUBMISSION_FAILURES } from './failures/submission-failures.ts';
import { WINDOW_FAILURES } from './failures/window-failures.ts';
import { WORKSPACE_FAILURES } from './failures/workspace-failures.ts';
import { inputWords } from './input-words.ts';
import { wordsOf } from './words-of.ts';

export const FAILURE_WORDS: WordsTable<FailureValues, FailureText> = {
  ...WINDOW_FAILURES,
  ...WORKSPACE_FAILURES,
  ...SIGN_IN_FAILURES,
  ...SUBMISSION_FAILURES,
  ...DATA_FAILURES,
  ...FILE_FAILURES,
};

/** Messages beside form fields, by field name: the first problem of each. */
export function fieldWords(error: AppError): Readonly<Record<string, string>> {
  if (error.code === 'invalid_input') {
    const problems = error.values.problems.toReversed();
    return Object.fromEntries(problems.map(({ field, problem }) => [field, inputWords(problem)]));
  }
  const { field, message } = failureWords(error);
  return field === undefined ? {} : { [field]: message };
}

export function failureWords(error: AppError): FailureText {
  const field = isRefusalCode(error.code) ? CALL_REASONS[error.code].field : null;
  return { ...(field && { field }), ...wordsOf<FailureValues, FailureText>(FAILURE_WORDS, error) };
}
