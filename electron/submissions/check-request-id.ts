import { type Failure, fail } from '../../shared/result.ts';
import type { ReadOutcome } from '../service/get-interview-request.ts';

/** The most of an ID that a message shows. */
const SHOWN_ID_LENGTH = 80;

type Read = Extract<ReadOutcome, { name: 'read' }>;

/**
 * Whether the service knows the ID a person typed, by the status read for it (undefined: nobody is signed in). Errors:
 * `sign_in_to_check_id`, `request_not_found`, `other_request`, `not_checked`.
 */
export function checkRequestId(requestId: string, outcome: ReadOutcome | undefined): Read | Failure {
  if (outcome === undefined || outcome.name === 'sign_in_needed') return fail('sign_in_to_check_id');
  if (outcome.name === 'not_found') return fail('request_not_found');
  if (outcome.name === 'other_request') return otherId(requestId, outcome.named);
  if (outcome.name !== 'read') return fail('not_checked');
  const named = outcome.answer.request_id;
  return named === undefined || named === null || named === requestId ? outcome : otherId(requestId, named);
}

function otherId(typed: string, named: string): Failure {
  return fail('other_request', { typed, named: named.slice(0, SHOWN_ID_LENGTH) });
}
