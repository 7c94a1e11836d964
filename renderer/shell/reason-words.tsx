import type { AppError } from '../../shared/failures.ts';
import { failureWords } from '../../shared/words/failure-words.ts';

/** Why a session ended or could not be renewed; what to do about it only where nobody else says so. */
export function ReasonWords({ reason, withNextStep }: { reason: AppError; withNextStep: boolean }) {
  const { message, nextStep } = failureWords(reason);
  return withNextStep ? [message, nextStep].filter(Boolean).join(' ') : message;
}
