import { PAUSED_BY_YOU } from '../outbox.ts';
import type { Submission, SubmissionState } from '../submission.ts';
import type { OutcomeTone } from './outcome-words.ts';

const WORDS: Readonly<Record<SubmissionState, string>> = {
  draft: 'Draft',
  queued: 'Waiting',
  connecting: 'Being sent',
  sending: 'Being sent',
  accepted: 'Accepted',
  rejected: 'Refused',
  held: 'On hold',
  unconfirmed: 'Needs your decision',
  discarded: 'Discarded',
};

/** Where a submission stands, in a few words. */
export function submissionStateWords({ state, problem }: Pick<Submission, 'state' | 'problem'>): string {
  return state === 'held' && problem?.code === PAUSED_BY_YOU ? 'Paused' : WORDS[state];
}

/** The colours of states; green is only for candidates who were assessed. */
export const SUBMISSION_TONES: Readonly<Record<SubmissionState, OutcomeTone>> = {
  draft: 'calm',
  queued: 'calm',
  connecting: 'info',
  sending: 'info',
  accepted: 'info',
  rejected: 'bad',
  held: 'wait',
  unconfirmed: 'wait',
  discarded: 'calm',
};
