import type { AppError } from '../../shared/result.ts';

/** An {@link AppError} of the main process, thrown so that queries and mutations see it as a failure. */
export class ApiError extends Error {
  readonly code: string;
  readonly nextStep: string | undefined;
  /** Messages by field name, where the input of a form was at fault. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(error: AppError, cause?: unknown) {
    super(error.message, { cause });
    this.name = 'ApiError';
    this.code = error.code;
    this.nextStep = error.nextStep;
    this.fields = error.fields ?? {};
  }
}

/**
 * Whatever was thrown, as an {@link ApiError} with words for a person. Anything that is not one already means that
 * the main process did not answer: code `app_unreachable`.
 */
export function toApiError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause;
  return new ApiError(
    {
      code: 'app_unreachable',
      message: 'This part of Callboard is not answering.',
      nextStep:
        'Try again. If that does not help, quit Callboard and start it again: nothing submitted is lost.',
    },
    cause,
  );
}
