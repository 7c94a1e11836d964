import { maySendAgain, type OutboxRow } from '../../../shared/outbox.ts';
import { askForRequestId, askForTimeZoneOf, offeredZones } from './outbox-dialogs.tsx';
import { askToDiscard, askToSendAgain, useEdit, useHold, useMayTry, useTryNow } from './outbox-questions.tsx';
import { isPausedByYou } from './state-words.ts';

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

/** What an open submission may become next, the likeliest first. `editPath`: the form, and what it returns to. */
export function useNextSteps(row: OutboxRow, editPath: string): readonly SubmissionAction[] {
  const waiting = useWaitingSteps(row);
  const edit = useEdit(row, editPath);
  const editing = { label: edit.label, busy: edit.isPending, run: edit.start };
  const discard: SubmissionAction = { label: 'Discard', run: () => askToDiscard(row) };
  switch (row.state) {
    case 'draft':
      return [{ ...editing, isMain: true }, discard];
    case 'queued':
    case 'held':
      return [...waiting.sending, editing, ...waiting.pausing, discard];
    case 'rejected':
      return [{ ...editing, label: 'Edit and submit again', isMain: true }, discard];
    case 'unconfirmed':
      return [
        { label: 'Enter request ID', run: () => askForRequestId(row) },
        ...(maySendAgain(row) ? [{ label: 'Send again', run: () => askToSendAgain(row) }] : []),
        discard,
      ];
    default:
      return [];
  }
}

/** Sending one that waits, and pausing it. */
function useWaitingSteps(row: OutboxRow) {
  const { tryOne, isPending } = useTryNow();
  const mayTry = useMayTry();
  const hold = useHold();
  const paused = isPausedByYou(row);
  const pause: SubmissionAction = {
    label: paused ? 'Resume' : 'Pause',
    busy: hold.isPending,
    run: () => hold.mutate({ id: row.id, hold: !paused }),
  };
  const isColleagues = row.problem?.code === 'colleague_claimed';
  const tryNow: SubmissionAction = {
    label: isColleagues ? 'Submit anyway' : 'Try now',
    busy: isPending,
    run: () => tryOne(row),
  };
  const timeZones = offeredZones(row);
  const choose = { label: 'Choose time zone', run: () => askForTimeZoneOf(row, timeZones ?? []) };
  return {
    sending: timeZones ? [choose] : mayTry(row) ? [tryNow] : [],
    // One on hold for another reason isn't being sent anyway.
    pausing: paused || row.state === 'queued' ? [pause] : [],
  };
}
