import type { SubmissionProblem } from '../../shared/problems.ts';
import type { CreateOutcome } from './create-interview-request.ts';

/** A create outcome as the problem stored with the submission and its history. */
export function problemOf({
  name,
  httpStatus,
  answer,
  said,
  suggestedId,
  location,
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
    ...(said && { said }),
    ...(suggestedId !== undefined && { suggestedId }),
    ...(location && { location }),
    ...(reason && { reason }),
    ...(proxyProblem && { proxyProblem }),
    ...(knownAs !== undefined && { knownAs }),
    ...(proxy && { proxy }),
  };
}
