import { useLocation } from 'wouter';
import { isEntry } from '../../../../shared/do-not-call.ts';
import { maySendAgain } from '../../../../shared/outbox.ts';
import type { SubmissionDetail } from '../../../../shared/submission-detail.ts';
import { useForbidding } from '../../../api/do-not-call.ts';
import { useHold } from '../../../api/outbox.ts';
import { NOT_TO_CALL_WORDS, openNotToCall } from '../../../parts/do-not-call/open-not-to-call.ts';
import { editFromSubmissionPath, listedPath, requestPath, submitAgainPath } from '../../../routes/paths.ts';
import { askForRequestId } from '../ask-for-request-id.tsx';
import { askForTimeZoneOf, offeredZones } from '../ask-for-time-zone.tsx';
import { askToDiscard } from '../ask-to-discard.tsx';
import { askToSendAgain } from '../ask-to-send-again.tsx';
import { isPausedByYou } from '../state-words.ts';
import { useEdit } from '../use-edit.ts';
import { useMayTry } from '../use-may-try.ts';
import { useTryNow } from '../use-try-now.ts';
import { isCorrected } from './standing-words.ts';

/** Something a person can do with a submission where it stands. */
export interface SubmissionAction {
  readonly label: string;
  readonly busy?: boolean;
  /** The one that most people want. */
  readonly isMain?: boolean;
  /** Further search terms for the palette. */
  readonly keywords?: string;
  readonly run: () => void;
}

/** What a person can do with a submission, the likeliest first. */
export function useSubmissionActions(submission: SubmissionDetail): readonly SubmissionAction[] {
  const { workspaceId, candidateName, phoneNumber, requestId } = submission;
  // Without its number, it is covered until the verdict on its request.
  const numbers =
    phoneNumber === '' && requestId !== null
      ? { phoneNumbers: [], coveredRequestIds: [requestId] }
      : { phoneNumbers: [phoneNumber] };
  const people = { workspaceId, candidateName, ...numbers };
  return [
    ...useNextSteps(submission),
    { label: 'Do not call this number', keywords: NOT_TO_CALL_WORDS, run: () => openNotToCall(people) },
  ];
}

/** What it may become next from where it stands. */
function useNextSteps(submission: SubmissionDetail): readonly SubmissionAction[] {
  const [, navigate] = useLocation();
  const waiting = useWaitingActions(submission);
  const edit = useEdit(submission, editFromSubmissionPath(submission.id));
  const { id, state, requestId, phoneNumber } = submission;
  const entry = useForbidding(state === 'discarded' && phoneNumber !== '' ? phoneNumber : null);
  const editing = { label: edit.label, busy: edit.isPending, run: edit.start };
  const discard: SubmissionAction = { label: 'Discard', run: () => askToDiscard(submission) };
  switch (state) {
    case 'draft':
      return [{ ...editing, isMain: true }, discard];
    case 'queued':
    case 'held':
      return [...waiting, editing, discard];
    case 'rejected':
      return [{ ...editing, label: 'Edit and submit again', isMain: true }, discard];
    case 'unconfirmed':
      return [
        { label: 'Enter request ID', run: () => askForRequestId(submission) },
        ...(maySendAgain(submission) ? [{ label: 'Send again', run: () => askToSendAgain(submission) }] : []),
        discard,
      ];
    case 'accepted':
      return requestId === null
        ? []
        : [{ label: 'Open request', isMain: true, run: () => navigate(requestPath(requestId)) }];
    case 'discarded':
      // The corrected one is what it was submitted anew as.
      if (isCorrected(submission)) return [];
      // The form would only refuse it.
      if (isEntry(entry)) return [{ label: 'Who listed it', run: () => navigate(listedPath(phoneNumber)) }];
      return [
        { label: 'Submit anew', isMain: mayCallNobody(submission), run: () => navigate(submitAgainPath(id)) },
      ];
    default:
      return [];
  }
}

/** Whether neither this one nor a later one may lead to a call. */
function mayCallNobody({ mayHaveReached, following }: SubmissionDetail): boolean {
  return mayHaveReached === null && following.length === 0;
}

/** Sending one that waits, and pausing it. */
function useWaitingActions(submission: SubmissionDetail): readonly SubmissionAction[] {
  const { tryOne, isPending } = useTryNow();
  const mayTry = useMayTry();
  const hold = useHold();
  const paused = isPausedByYou(submission);
  const pause: SubmissionAction = {
    label: paused ? 'Resume' : 'Pause',
    busy: hold.isPending,
    run: () => hold.mutate({ id: submission.id, hold: !paused }),
  };
  // One on hold for another reason isn't being sent anyway.
  const canPause = paused || submission.state === 'queued';
  const tryNow: SubmissionAction = { label: 'Try now', busy: isPending, run: () => tryOne(submission) };
  const timeZones = offeredZones(submission);
  const choose = { label: 'Choose time zone', run: () => askForTimeZoneOf(submission, timeZones ?? []) };
  return [
    ...(timeZones ? [choose] : []),
    ...(mayTry(submission) ? [tryNow] : []),
    ...(canPause ? [pause] : []),
  ];
}
