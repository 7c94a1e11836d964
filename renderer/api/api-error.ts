import type { AppError, FailureCode } from '../../shared/failures.ts';
import type { Failure } from '../../shared/result.ts';
import type { FailureText } from '../../shared/words/failures/failure-text.ts';
import { WINDOW_FAILURES } from '../../shared/words/failures/window-failures.ts';

/** An {@link AppError} in words, thrown so that queries and mutations see it as a failure. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly failure: Failure;
  readonly nextStep: string | undefined;
  /** Messages by field name, where the input of a form was at fault. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(
    error: AppError,
    { message, nextStep }: FailureText,
    { fields = {}, ...options }: ErrorOptions & { readonly fields?: Readonly<Record<string, string>> } = {},
  ) {
    super(message, options);
    this.failure = { ok: false, error };
    this.nextStep = nextStep;
    this.fields = fields;
  }

  get code(): FailureCode {
    return this.failure.error.code;
  }
}

/** A failure that was answered, in words. They come with the first failure: the first screen does without. */
export async function answeredError(error: AppError): Promise<ApiError> {
  const { failureWords, fieldWords } = await import('../../shared/words/failure-words.ts');
  return new ApiError(error, failureWords(error), { fields: fieldWords(error) });
}

/**
 * Whatever was thrown, as an {@link ApiError} with words for a person. Anything that is not one already means that
 * the main process did not answer: code `app_unreachable`.
 */
export function toApiError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause;
  return new ApiError({ code: 'app_unreachable', values: null }, WINDOW_FAILURES.app_unreachable, { cause });
}
