import type { HistoryValues } from '../../../../shared/history-event.ts';
import { maySendAgain } from '../../../../shared/outbox.ts';
import type { SubmissionProblem } from '../../../../shared/problems.ts';
import type { SubmissionDetail } from '../../../../shared/submission-detail.ts';
import { problemWords } from '../../../../shared/words/problem-words.ts';
import { submissionStateWords } from '../../../../shared/words/submission-state-words.ts';
import { formatDate } from '../../../parts/time/format-time.ts';
import { causeOf, withRefusal } from '../state-words.ts';

/** Where a submission stands, and the next step. */
export interface StandingWords {
  readonly title: string;
  readonly text: string;
}

/** `waiting`: what a waiting one waits for (`stateWords`); `now`: UTC ms. */
export function standingWords(submission: SubmissionDetail, waiting: string, now: number): StandingWords {
  const { state, problem, request, afterEdit } = submission;
  const title = submissionStateWords(submission);
  switch (state) {
    case 'draft':
      return { title: 'Taken back', text: 'Nobody is called until you submit it.' };
    case 'rejected':
    case 'unconfirmed':
      return { title, text: problem ? problemWords(problem).nextStep : '' };
    case 'accepted':
      return {
        title: 'The service accepted it',
        text: request ? '' : 'Its request is no longer tracked.',
      };
    case 'discarded':
      return discardedWords(submission);
    case 'held':
      return {
        title,
        text: problem && !afterEdit ? withRefusal(problemWords(problem).nextStep, submission, now) : waiting,
      };
    default:
      return { title, text: waiting };
  }
}

/** Whether it was withdrawn because another one, corrected or not, took its place. */
export function isCorrected(submission: SubmissionDetail): boolean {
  return withdrawnBy(submission) === 'correction';
}

function withdrawnBy({ state, history }: SubmissionDetail): HistoryValues['discarded']['by'] | null {
  const withdrawn = history.find(({ code }) => code === 'discarded');
  return state === 'discarded' && withdrawn?.code === 'discarded' ? withdrawn.values.by : null;
}

/** Whether the candidate may be called all the same. */
function discardedWords(submission: SubmissionDetail): StandingWords {
  const { mayHaveReached } = submission;
  const isForbidden = withdrawnBy(submission) === 'do_not_call';
  const title = isForbidden
    ? 'Withdrawn: the number is on the do-not-call list'
    : submissionStateWords(submission);
  if (isCorrected(submission)) {
    return { title: 'Submitted again', text: 'A later submission took its place, so this one is not sent.' };
  }
  if (mayHaveReached === null) {
    return { title, text: 'The service never accepted it, so nobody was called.' };
  }
  const when = formatDate(mayHaveReached.at);
  return maySendAgain(submission)
    ? { title, text: `It may have reached the service on ${when}, so this person may still be called.` }
    : { title, text: `The service had accepted it on ${when}, so this person may still be called.` };
}

/** Why the service has no request of it, if that still matters. */
export function standingCause(submission: SubmissionDetail): SubmissionProblem | null {
  const { state, attempts, problem } = submission;
  switch (state) {
    case 'accepted':
      return null;
    case 'draft':
      return attempts > 0 ? problem : null;
    case 'rejected':
    case 'unconfirmed':
    case 'discarded':
      return problem;
    default:
      return causeOf(submission);
  }
}
