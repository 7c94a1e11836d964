import type { SubmissionProblem } from '../../shared/problems.ts';
import { withoutIds } from '../../shared/service-words/without-ids.ts';
import type { CreateOutcome } from './create-interview-request.ts';

/**
 * A create outcome as the problem stored with the submission and its history. `sentIds`: IDs that the submission sent;
 * refusals that name different ones are not alike.
 */
export function problemOf(
  {
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
  }: CreateOutcome,
  sentIds: readonly string[] = [],
): SubmissionProblem {
  const alike = said && withoutIds(said.text, sentIds);
  return {
    // An acceptance is a problem only if it does not name its request.
    code: name === 'accepted' ? 'accepted_without_id' : name,
    ...(httpStatus !== undefined && { httpStatus }),
    ...(answer && { answer }),
    ...(said && { said }),
    ...(alike !== said?.text && { alike }),
    ...(suggestedId !== undefined && { suggestedId }),
    ...(location && { location }),
    ...(reason && { reason }),
    ...(proxyProblem && { proxyProblem }),
    ...(knownAs !== undefined && { knownAs }),
    ...(proxy && { proxy }),
  };
}
