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

/** Failures of storage and of backups, which know no words: `words/failure-words.ts` has them. */
export const FAILURE_CODES = [
  'damaged_database',
  'data_folder_gone',
  'not_a_backup',
  'backup_too_new',
  'backup_too_old',
  'wrong_passphrase',
  'backup_damaged',
  /** Whoever made it knew the passphrase, but it does not hold what Callboard writes. */
  'backup_unfit',
  'backup_unreadable',
  'disk_full',
  'database_busy',
  'cancelled',
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

/** A failure thrown by a part that knows no words. */
export class CodedError extends Error {
  override readonly name = 'CodedError';
  readonly code: FailureCode;

  constructor(code: FailureCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/** Makes forgetting a member of a union a type error, and an impossible value at run time a loud one. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
