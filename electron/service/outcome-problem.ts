import type { SubmissionProblem } from '../../shared/problems.ts';
import type { CreateOutcome } from './create-interview-request.ts';

/** A create outcome as the problem stored with the submission and its history. */
export function problemOf({
  name,
  httpStatus,
  answer,
  reason,
  proxyProblem,
  knownAs,
  proxy,
}: CreateOutcome): SubmissionProblem {
  return {
    // An acceptance is a problem only if it does not name its request.
    code: name === 'accepted' ? 'accepted_without_id' : name,
    ...(httpStatus !== undefined && { httpStatus }),
    ...(answer && { answer }),
    ...(reason && { reason }),
    ...(proxyProblem && { proxyProblem }),
    ...(knownAs !== undefined && { knownAs }),
    ...(proxy && { proxy }),
  };
}
