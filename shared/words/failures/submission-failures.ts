import type { WordsTable } from '../../coded.ts';
import type { FailureValues } from '../../failures.ts';
import type { Duplicate } from '../../outbox.ts';
import { cityOf, clockIn } from '../../time-zone-names.ts';
import { duplicatePlace } from '../duplicate-words.ts';
import { REFUSAL_FAILURES } from '../rule-words.ts';
import type { FailureText } from './failure-text.ts';

export const SUBMISSION_FAILURES = {
  ...REFUSAL_FAILURES,
  nothing_queued: { message: 'Nothing was queued.' },
  moved_on: {
    message: 'This submission has changed in the meantime.',
    nextStep: 'Check the Outbox for its current status.',
  },
  bulk_running: {
    message: 'Callboard is still busy with the last group.',
    nextStep: 'Try again when it is done.',
  },
  sent_already: { message: 'This was sent already.', nextStep: 'Find it among the requests.' },
  already_taken: {
    message: 'The service accepted this submission, so it is not sent again.',
    nextStep: 'Ask the service for the request ID and enter it, or discard the submission.',
  },
  do_not_call_not_lifted: {
    message: 'This entry can’t be lifted.',
    nextStep: 'It was lifted before, or your organisation set it.',
  },
  submission_not_found: {
    message: "There's no such submission in this workspace.",
    nextStep: 'It may have been erased.',
  },
  submission_elsewhere: ({ workspace: { name, removed } }) => ({
    message: removed
      ? `This submission was made in the workspace “${name}”, which was removed.`
      : `This submission was made in the workspace “${name}”.`,
    ...(!removed && { nextStep: 'Switch to that workspace to see it.' }),
  }),
  duplicate: ({ first }) => ({
    message: first
      ? `This phone number was submitted before: ${earlierWords(first)}.`
      : 'These submissions contain the same phone number more than once.',
    nextStep: 'Look at the earlier one, and submit anyway only if this person should be called again.',
  }),
  called_again: ({ since }) => ({
    message: since
      ? `Someone would be called more often than you chose: ${earlierWords(since)}.`
      : 'Someone is in this selection more than once and would be called each time.',
    nextStep: 'Leave that person out, or submit them separately. Nothing was submitted.',
  }),
  outside_calling_hours: (values) => ({
    message: outsideHoursWords(values),
    nextStep: 'It is sent automatically when they begin.',
  }),
  service_asks_to_wait: ({ until, now }) => ({
    message: `The service asked to wait until ${clockIn(new Intl.DateTimeFormat().resolvedOptions().timeZone, until, now)}.`,
    nextStep: 'Waiting submissions are then sent automatically.',
  }),
  sign_in_to_check_id: { message: 'Sign in first: the ID is checked with the service.' },
  sign_in_to_read_status: { message: 'Sign in first: the status is read from the service.' },
  already_tracked: {
    message: 'A request with this ID is already tracked.',
    nextStep: 'Check the ID letter by letter: it belongs to another submission.',
    field: 'requestId',
  },
  request_not_found: {
    message: 'The service knows no request with this ID.',
    nextStep: 'Check the ID letter by letter.',
    field: 'requestId',
  },
  other_request: ({ typed, named }) => ({
    message: `The service answered with another ID: ${named}`,
    nextStep:
      named.toLowerCase() === typed.toLowerCase()
        ? 'The two differ in upper and lower case. Enter the ID exactly as the service writes it.'
        : 'Check the ID letter by letter. Nothing was changed.',
    field: 'requestId',
  }),
  not_checked: {
    message: "Couldn't check the ID with the service right now.",
    nextStep: 'Try again when the service answers. Nothing was changed.',
  },
  request_not_tracked: {
    message: "This workspace doesn't track a request with this ID.",
    nextStep:
      'It may have been erased, or belong to another workspace: switch to that one and open it again.',
  },
  link_not_secure: {
    message: 'Callboard opens only https links.',
    nextStep: 'Copy the link and open it yourself if you trust it.',
  },
  link_not_in_results: { message: 'The results no longer contain this link.' },
  verdict_needs_reason: {
    message: 'A verdict needs a reason in this workspace.',
    nextStep: 'Write why, in your own words.',
  },
  import_not_found: { message: 'This import is not in this workspace.' },
  view_removed: {
    message: 'This view has been removed.',
    nextStep: 'Save it as a new view.',
  },
  too_many_described: ({ most }) => ({
    message: `This questionnaire already has ${most} described fields.`,
    nextStep: 'Remove a description you no longer need in the Library, then save this one again.',
  }),
} satisfies Partial<WordsTable<FailureValues, FailureText>>;

function earlierWords(duplicate: Duplicate): string {
  return `${duplicate.candidateName}, ${duplicatePlace(duplicate)}`;
}

function outsideHoursWords({
  timeZone,
  now,
  about,
  holiday,
}: FailureValues['outside_calling_hours']): string {
  const there = `It is ${clockIn(timeZone, now, now)} in ${cityOf(timeZone)} now`;
  switch (about) {
    case null:
      if (holiday !== null) return `${there}, and there is a public holiday (${holiday}).`;
      return `${there}, outside the calling hours of this workspace.`;
    case 'earlier_hours':
      return `${there}, outside the calling hours that held this submission.`;
    case 'clock':
      return `${there} by this computer's clock, which was set forward past the time that this submission waited for.`;
  }
}
