import type { AppError, FailureCode } from '../../shared/failures.ts';
import type { Failure } from '../../shared/result.ts';
import type { FailureText } from '../../shared/words/failures/failure-text.ts';
import { WINDOW_FAILURES } from '../../shared/words/failures/window-failures.ts';

/** An {@link AppError} with its texts, thrown so that queries and mutations fail. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly failure: Failure;
  readonly nextStep: string | undefined;
  /** Validation messages by field name. */
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

/** Converts a failure from the main process. Its texts load with the first failure, which keeps the first screen small. */
export async function answeredError(error: AppError): Promise<ApiError> {
  const { failureWords, fieldWords } = await import('../../shared/words/failure-words.ts');
  return new ApiError(error, failureWords(error), { fields: fieldWords(error) });
}

/**
 * Converts anything thrown into an {@link ApiError}. What is not one already means that the main process did not answer:
 * code `app_unreachable`.
 */
export function toApiError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause;
  return new ApiError({ code: 'app_unreachable', values: null }, WINDOW_FAILURES.app_unreachable, { cause });
}
