import { type Failure, fail } from '../../shared/result.ts';
import type { ReadOutcome } from '../service/get-interview-request.ts';

/** No more than this of an ID is shown in a message. */
const SHOWN_ID_LENGTH = 80;

type Read = Extract<ReadOutcome, { name: 'read' }>;

export const ALREADY_TRACKED = wrongId('already_tracked', 'A request with this ID is tracked already.', {
  nextStep: 'Check the ID letter by letter: it belongs to another submission.',
});

/**
 * Whether the service knows the request whose ID a person typed, by the status read made for it (undefined: nobody is
 * signed in). Errors: `sign_in_needed`, `request_not_found`, `other_request`, `not_checked`.
 */
export function checkRequestId(requestId: string, outcome: ReadOutcome | undefined): Read | Failure {
  if (outcome === undefined || outcome.name === 'sign_in_needed') {
    return fail('sign_in_needed', 'Sign in first: the ID is checked with the service.');
  }
  if (outcome.name === 'not_found') {
    return wrongId('request_not_found', 'The service knows no request with this ID.', {
      nextStep: 'Check the ID letter by letter.',
    });
  }
  if (outcome.name === 'other_request') return otherId(requestId, outcome.named);
  if (outcome.name !== 'read') {
    return fail('not_checked', 'The ID could not be checked with the service just now.', {
      nextStep: 'Try again when the service answers. Nothing was changed.',
    });
  }
  const named = outcome.answer.request_id;
  return named === undefined || named === null || named === requestId ? outcome : otherId(requestId, named);
}

function otherId(typed: string, named: string): Failure {
  const message = `The service answered with another ID: ${named.slice(0, SHOWN_ID_LENGTH)}`;
  const onlyCase = named.toLowerCase() === typed.toLowerCase();
  return wrongId('other_request', message, {
    nextStep: onlyCase
      ? 'The two differ in upper and lower case. Enter the ID exactly as the service writes it.'
      : 'Check the ID letter by letter. Nothing was changed.',
  });
}

function wrongId(code: string, message: string, { nextStep }: { readonly nextStep: string }): Failure {
  return fail(code, message, { nextStep, fields: { requestId: message } });
}
