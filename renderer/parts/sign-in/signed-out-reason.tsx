import type { AppError } from '../../../shared/failures.ts';
import { failureWords } from '../../../shared/words/failure-words.ts';
import { Notice } from '../notice/notice.tsx';

/** Why the user was signed out. */
export function SignedOutReason({ reason }: { reason: AppError }) {
  const { message, nextStep } = failureWords(reason);
  return (
    <Notice tone="warning" role="alert" title={message}>
      {nextStep}
    </Notice>
  );
}
