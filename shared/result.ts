import type { Given } from './coded.ts';
import type { AppError, FailureCode, FailureValues, PlainFailure } from './failures.ts';
import { coded } from './make-coded.ts';

/** An answer that crosses a wall as data: a value, or an error as a stable code with values. */
export type Result<T> = { readonly ok: true; readonly value: T } | Failure;

export interface Failure {
  readonly ok: false;
  readonly error: AppError;
}

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail<Code extends FailureCode>(code: Code, ...values: Given<FailureValues, Code>): Failure {
  return { ok: false, error: coded<FailureValues, Code>(code, ...values) };
}

/** A failure thrown, where what is asked for is a plain value: it arrives at the caller as the failure it carries. */
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

/** Makes forgetting a member of a union a type error, and an impossible value at run time a loud one. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
