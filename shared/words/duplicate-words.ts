import type { Duplicate } from '../outbox.ts';
import type { SubmissionState } from '../submission.ts';
import { statusWords } from './status-words.ts';

type Earlier = Pick<
  Duplicate,
  'requestId' | 'state' | 'status' | 'submittedAt' | 'reachedAt' | 'taken' | 'workspace' | 'by'
>;

/** Short status of an earlier submission: the service's status once it is accepted, otherwise ours. */
export function duplicateStatus({ requestId, status }: Pick<Duplicate, 'requestId' | 'status'>): string {
  if (requestId !== null) return statusWords(status);
  switch (status) {
    case 'unconfirmed':
      return 'needs your decision';
    case 'held':
      return 'on hold in the Outbox';
    case 'connecting':
    case 'sending':
      return 'being sent';
    case 'draft':
      return 'taken back';
    case 'rejected':
      return 'refused';
    case 'discarded':
      return 'discarded';
    default:
      return 'in the Outbox';
  }
}

/** What happened later to a submission that may have reached the service. */
const SINCE_THEN: Readonly<Record<SubmissionState, string>> = {
  draft: 'you took it back later',
  queued: 'it is in the Outbox to be sent again',
  connecting: 'it is being sent again',
  sending: 'it is being sent again',
  held: 'it is on hold in the Outbox',
  accepted: 'its request ID is not known',
  rejected: 'the service refused it later',
  unconfirmed: 'it needs your decision',
  discarded: 'you discarded it',
};

/**
 * Describes an earlier submission: `may have been called on 3 May 2026; you discarded it`,
 * `in the Outbox since 3 May 2026`, `Completed, submitted on 3 May 2026`; with the workspace, if it is another one.
 */
export function duplicatePlace(earlier: Earlier): string {
  const { requestId, submittedAt, workspace } = earlier;
  const status = duplicateStatus(earlier);
  const known =
    mayHaveBeenCalled(earlier) ??
    `${status}${requestId === null ? ' since' : ', submitted on'} ${formatDay(submittedAt)}`;
  return workspace === null ? known : `${known}, ${workspaceWords(workspace)}`;
}

/** What is known of a colleague's submission, by the state that a claim to the number is shown as. */
export const A_COLLEAGUES: Readonly<Record<SubmissionState, string>> = {
  ...SINCE_THEN,
  sending: 'it is being sent or waits to be sent again',
  accepted: 'it was accepted',
  unconfirmed: 'it isn’t known whether the service accepted it',
  discarded: 'the person may have been called',
};

/**
 * `may have been called on 3 May 2026; you discarded it`, or `Mary submitted this number on 3 May 2026; it was accepted`; null if it was
 * submitted here and can't have been called or has a request.
 */
export function mayHaveBeenCalled(earlier: Earlier): string | null {
  const { requestId, reachedAt, taken, state, by, submittedAt } = earlier;
  if (by !== undefined)
    return `${by} submitted this number on ${formatDay(submittedAt)}; ${A_COLLEAGUES[state]}`;
  if (requestId !== null || reachedAt === null) return null;
  const reached = taken || state === 'accepted' ? 'accepted by the service' : 'may have been called';
  return `${reached} on ${formatDay(reachedAt)}; ${SINCE_THEN[state]}`;
}

export function workspaceWords({ name, removed }: NonNullable<Duplicate['workspace']>): string {
  return `in the ${removed ? 'removed ' : ''}workspace “${name}”`;
}

let days: Intl.DateTimeFormat | undefined;

/** A localised date. `at`: UTC ms. */
export function formatDay(at: number): string {
  days ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
  return days.format(at);
}
