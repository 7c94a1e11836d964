import type { AppError, FailureCode } from '../../shared/failures.ts';
import type { Failure } from '../../shared/result.ts';
import { failureWords } from '../../shared/words/failure-words.ts';
import { inputWords } from '../../shared/words/input-words.ts';

/** An {@link AppError} in words, thrown so that queries and mutations see it as a failure. */
export class ApiError extends Error {
  readonly failure: Failure;
  readonly nextStep: string | undefined;
  /** Messages by field name, where the input of a form was at fault. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(error: AppError, cause?: unknown) {
    const { message, nextStep, field } = failureWords(error);
    super(message, { cause });
    this.name = 'ApiError';
    this.failure = { ok: false, error };
    this.nextStep = nextStep;
    this.fields =
      error.code === 'invalid_input' ? fieldsOf(error.values.problems) : field ? { [field]: message } : {};
  }

  get code(): FailureCode {
    return this.failure.error.code;
  }
}

/** The first problem of each field. */
function fieldsOf(
  problems: Extract<AppError, { code: 'invalid_input' }>['values']['problems'],
): Readonly<Record<string, string>> {
  return Object.fromEntries(problems.toReversed().map(({ field, problem }) => [field, inputWords(problem)]));
}

/**
 * Whatever was thrown, as an {@link ApiError} with words for a person. Anything that is not one already means that
 * the main process did not answer: code `app_unreachable`.
 */
export function toApiError(cause: unknown): ApiError {
  return cause instanceof ApiError ? cause : new ApiError({ code: 'app_unreachable', values: null }, cause);
}
