import type { BulkAction, BulkOutcome, GroupPart, LeftOutReason } from '../../../shared/outbox.ts';
import { countOf } from '../../parts/text/count-of.ts';

/** What a submission of a part no longer is once it has moved on. */
const NO_LONGER: Readonly<Record<GroupPart, string>> = {
  decisions: 'undecided',
  held: 'on hold',
  waiting: 'waiting',
  refused: 'refused',
  drafts: 'a draft',
};

const DONE: Readonly<Record<BulkAction, string>> = {
  discard: 'discarded',
  send_again: 'queued again',
  try_now: 'due now',
  resubmit: 'sent again',
  take_back: 'taken back as drafts',
  choose_time_zone: 'given a time zone',
};

/** While it runs. */
export const DOING: Readonly<Record<BulkAction, string>> = {
  discard: 'Discarding',
  send_again: 'Queuing',
  try_now: 'Trying',
  resubmit: 'Sending again',
  take_back: 'Taking back',
  choose_time_zone: 'Choosing the time zone of',
};

/** What a bulk action did: `24 submissions sent again`. */
export function bulkTitle(action: BulkAction, { changed }: BulkOutcome): string {
  return `${countOf(changed, 'submission')} ${DONE[action]}`;
}

/** Whom it left out and why, in sentences; '' if nobody. */
export function leftOutWords(part: GroupPart, { leftOut, stopped }: BulkOutcome): string {
  const told = (reason: LeftOutReason) => {
    const count = leftOut[reason] ?? 0;
    return count > 0 ? [LEFT_OUT[reason](count, NO_LONGER[part])] : [];
  };
  const sentences = [
    ...told('moved_on'),
    ...told('already_taken'),
    ...told('duplicate'),
    ...told('may_have_reached'),
    ...told('consent_missing'),
    ...told('consent_reworded'),
    ...told('notice_missing'),
    ...told('notice_in_future'),
    ...told('notice_too_recent'),
    ...told('do_not_call'),
    ...told('country_not_allowed'),
    ...told('tries_used_up'),
    ...told('time_zone_needed'),
    ...told('other_time_zone'),
    ...told('no_retry'),
    ...(stopped ? ['The others were left as they are.'] : []),
  ];
  return sentences.join(' ');
}

const LEFT_OUT: Readonly<Record<LeftOutReason, (count: number, noLonger: string) => string>> = {
  moved_on: (count, noLonger) => `${countOf(count, 'was', 'were')} no longer ${noLonger}.`,
  already_taken: (count) =>
    `${countOf(count, 'was left out because the service has already accepted it', 'were left out because the service has already accepted them')}.`,
  duplicate: (count) =>
    `${countOf(count, 'was left out because its phone number was', 'were left out because their phone numbers were')} submitted before: edit ${count === 1 ? 'it' : 'each'} to decide.`,
  may_have_reached: (count) =>
    `${countOf(count, 'was', 'were')} left out because an earlier try may have reached the service: edit ${count === 1 ? 'it' : 'each'} to decide.`,
  consent_missing: (count) =>
    `${countOf(count, 'needs', 'need')} the candidate's consent: edit ${count === 1 ? 'it' : 'each'} to record it.`,
  notice_missing: (count) =>
    `${countOf(count, 'needs', 'need')} the day on which the candidate was told of the call: edit ${count === 1 ? 'it' : 'each'} to enter it.`,
  notice_in_future: (count) =>
    `${countOf(count, 'has', 'have')} a day of notice that is still to come: edit ${count === 1 ? 'it' : 'each'} to correct it.`,
  notice_too_recent: (count) =>
    `${countOf(count, 'was', 'were')} told of the call too recently: edit ${count === 1 ? 'it' : 'each'} to send it later.`,
  consent_reworded: (count) =>
    `${countOf(count, 'needs', 'need')} the consent in its new wording: edit ${count === 1 ? 'it' : 'each'} to record it.`,
  do_not_call: (count) =>
    `${countOf(count, 'was left out because its phone number is', 'were left out because their phone numbers are')} on the do-not-call list.`,
  tries_used_up: (count) =>
    `${countOf(count, 'was', 'were')} left out because ${count === 1 ? 'its person was' : 'their people were'} tried as often as the rules allow.`,
  time_zone_needed: (count) =>
    `${countOf(count, 'waits', 'wait')} until you choose ${count === 1 ? 'its time zone' : 'their time zones'}.`,
  other_time_zone: (count) =>
    `${countOf(count, 'has a number that', 'have numbers that')} can’t be in that time zone: choose ${count === 1 ? 'its own' : 'theirs'} apart.`,
  no_retry: (count) =>
    `${countOf(count, 'was', 'were')} left out because ${count === 1 ? 'it is' : 'they are'} paused or ${count === 1 ? 'waits for its' : 'wait for their'} time: use Try now in ${count === 1 ? 'its row' : 'each row'}.`,
  country_not_allowed: (count) =>
    `${countOf(count, 'was', 'were')} left out because this workspace may not call numbers of ${count === 1 ? 'its country' : 'their countries'}.`,
};
