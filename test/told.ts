import type { AppError } from '../shared/failures.ts';
import type { Result } from '../shared/result.ts';
import { failureWords } from '../shared/words/failure-words.ts';

/** A failure with what a person reads of it; undefined where there is none. */
export function told(answer: Result<unknown> | undefined) {
  return answer && !answer.ok ? toldOf(answer.error) : undefined;
}

/** A failure with what a person reads of it. */
export function toldOf(error: AppError) {
  return { code: error.code, ...failureWords(error) };
}

/** Why a session is signed out, or what its renewal ran into, as a person reads it. */
export function toldOfSession(status: { readonly reason?: unknown; readonly trouble?: unknown } | object) {
  const error = Reflect.get(status, 'reason') ?? Reflect.get(status, 'trouble');
  return error === undefined ? undefined : toldOf(error);
}
