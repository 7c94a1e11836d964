/** An answer that crosses a wall as data: a value, or an error with a stable code and words for a person. */
export type Result<T> = { readonly ok: true; readonly value: T } | Failure;

export interface Failure {
  readonly ok: false;
  readonly error: AppError;
}

/** What went wrong, for a person: what happened, and what to do next. `code` is stable and safe to branch on. */
export interface AppError {
  readonly code: string;
  readonly message: string;
  /** The next step, in plain words. */
  readonly nextStep?: string | undefined;
  /** Messages by field name, where the input of a form was at fault. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
}

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail(
  code: string,
  message: string,
  more: { nextStep?: string; fields?: Readonly<Record<string, string>> } = {},
): Failure {
  return { ok: false, error: { code, message, ...more } };
}

/** A failure thrown, where what is asked for is a plain value: it arrives at the caller as the failure it carries. */
export class FailureError extends Error {
  override readonly name = 'FailureError';
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.error.message, options);
    this.failure = failure;
  }
}

/** Makes forgetting a member of a union a type error, and an impossible value at run time a loud one. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
