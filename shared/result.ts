import type { CodeArguments } from './coded.ts';
import type { AppError, FailureCode, FailureValues, PlainFailure } from './failures.ts';
import { coded } from './make-coded.ts';

/** A value, or an error as a stable code with values, so that errors can cross process boundaries as data. */
export type Result<T> = { readonly ok: true; readonly value: T } | Failure;

export interface Failure {
  readonly ok: false;
  readonly error: AppError;
}

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail<Code extends FailureCode>(
  code: Code,
  ...values: CodeArguments<FailureValues, Code>
): Failure {
  return { ok: false, error: coded<FailureValues, Code>(code, ...values) };
}

/** Throws a {@link Failure} from a function that returns a plain value; callers turn it back into that failure. */
export class CodedError extends Error {
  override readonly name = 'CodedError';
  readonly failure: Failure;

  constructor(failure: PlainFailure | Failure, options?: ErrorOptions) {
    const carried = typeof failure === 'string' ? fail<PlainFailure>(failure) : failure;
    super(carried.error.code, options);
    this.failure = carried;
  }

  get code(): FailureCode {
    return this.failure.error.code;
  }
}

/** The value of a result; throws its failure as a {@link CodedError}. */
export async function unwrap<T>(result: Result<T> | Promise<Result<T>>): Promise<T> {
  const settled = await result;
  if (!settled.ok) throw new CodedError(settled);
  return settled.value;
}

/** Exhaustiveness check: an unhandled union member is a type error, and an unexpected value throws. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
