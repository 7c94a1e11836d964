import type { AppError } from '../../shared/failures.ts';
import { failureWords } from '../../shared/words/failure-words.ts';

/** Why a session ended or couldn't be renewed, optionally with what to do about it. */
export function ReasonWords({ reason, withNextStep }: { reason: AppError; withNextStep: boolean }) {
  const { message, nextStep } = failureWords(reason);
  return withNextStep ? [message, nextStep].filter(Boolean).join(' ') : message;
}
