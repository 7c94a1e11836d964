import type { HoldingCode, PutOffCode } from '../../shared/call-rules.ts';
import type { HoursOfDay } from '../../shared/calling-hours.ts';
import type { HistoryCode, HistoryEvent, HistoryValues } from '../../shared/history-event.ts';
import {
  EDIT_INTERRUPTED,
  isHeldByPerson,
  maySendAgain,
  PAUSED_BY_YOU,
  TIME_ZONE_NEEDED,
} from '../../shared/outbox.ts';
import type { SubmissionProblem } from '../../shared/problems.ts';
import { assertNever } from '../../shared/result.ts';
import { UNDO_SECONDS } from '../../shared/settings.ts';
import {
  type CallingHold,
  chosenTime,
  type HoldQuestion,
  type MayHaveReached,
  type Submission,
  type SubmissionState,
} from '../../shared/submission.ts';
import type { WorkspaceRules } from '../../shared/workspace-rules.ts';
import { type CreateOutcome, problemOf } from '../service/create-interview-request.ts';
import { createOutcomes } from '../service/create-outcomes.ts';
import type { PassedGate } from './judge.ts';

/** Everything that can happen to a stored submission. */
export type SubmissionEvent =
  /** The queue claimed it; a connection is being made. */
  | { readonly type: 'claimed' }
  /** The connection is open and the first byte is about to be written. From `queued` it is also the claim. */
  | { readonly type: 'sending_marked' }
  /** The queue gives it back with no byte sent: signed out, paused or stopped in the meantime. */
  | { readonly type: 'released' }
  /** The service refused the token, so it doesn't have the request: sent once more, with a fresh token. */
  | { readonly type: 'put_off' }
  /** There is no fresh token: for the moment, or until a person signs in. */
  | { readonly type: 'not_renewed'; readonly outcome: CreateOutcome; readonly retryAt: number }
  | { readonly type: 'answered'; readonly outcome: CreateOutcome; readonly retryAt: number }
  /** Found at start, in progress when an earlier run ended. */
  | { readonly type: 'interrupted' }
  /** What it waited for has changed: due as soon as it may be sent. */
  | { readonly type: 'resumed'; readonly by: HistoryValues['resumed']['by'] }
  /**
   * Found due outside the calling hours; or changed hours make it wait longer, shorter or (null) no more.
   * `hoursInForce`: the hours that bind it from now on, if they changed.
   */
  | {
      readonly type: 'hours_checked';
      readonly hold: CallingHold | null;
      readonly hoursInForce?: readonly HoursOfDay[] | undefined;
    }
  /** Calling hours came into force that don't hold it yet. */
  | { readonly type: 'hours_bound'; readonly hoursInForce: readonly HoursOfDay[] }
  /** A person answered the question of a hold: to be sent at `sendAfter`, unless undone before. */
  | { readonly type: 'send_held_chosen'; readonly sendAfter: number; readonly waivedUntil: number }
  | { readonly type: 'keep_waiting_chosen' }
  | { readonly type: 'send_held_undone' }
  /**
   * A person wants this one sent now: the undo window and a chosen time no longer count and, if they said so, the calling
   * hours are waived until `waivedUntil`. `teamSeen`: up to which change they know what the team says of the number.
   */
  | { readonly type: 'send_now_chosen'; readonly waivedUntil?: number; readonly teamSeen?: number }
  | { readonly type: 'discarded'; readonly by: HistoryValues['discarded']['by'] }
  /**
   * A person undid discarding it; `was`: its state before; `since`: its `updatedAt` then; `again`: its person was submitted again
   * in between.
   */
  | {
      readonly type: 'discard_undone';
      readonly was: SubmissionState;
      readonly since: number;
      readonly again: boolean;
    }
  | { readonly type: 'paused' }
  /** The workspace's rules don't allow to send it. */
  | { readonly type: 'rule_broken'; readonly code: HoldingCode }
  /** The time zones that its number may be in share no calling hour, by the hours that bind it from now on. */
  | {
      readonly type: 'time_zone_missing';
      readonly timeZones: readonly string[];
      readonly hoursInForce?: readonly HoursOfDay[] | undefined;
    }
  /** A person chose the candidate's time zone: due at `sendAfter`, unless undone before or held by calling hours there. */
  | {
      readonly type: 'time_zone_chosen';
      readonly timeZone: string;
      readonly sendAfter: number;
      readonly hold: CallingHold | null;
    }
  /** A person undid that choice; the number may be in `timeZones`. */
  | { readonly type: 'time_zone_undone'; readonly timeZones: readonly string[] }
  /** Its candidate was told too recently: it waits for its day, `until` (UTC ms). */
  | { readonly type: 'notice_waited'; readonly until: number }
  /** The rules changed: it need not wait for its notice any more. */
  | { readonly type: 'notice_wait_ended' }
  /** A rule lets it go only from `until` on, UTC ms. */
  | { readonly type: 'rule_waited'; readonly code: PutOffCode; readonly until: number }
  /** A person takes it back: undo, or edit. `editing`: the form opens with it. */
  | { readonly type: 'taken_back'; readonly editing?: true }
  /** A person opened it in the form: it stays on hold until they leave. One whose edit was interrupted becomes a draft. */
  | { readonly type: 'edit_begun' }
  | { readonly type: 'edit_ended' }
  /** The app or its page ended while the form was open. */
  | { readonly type: 'edit_interrupted' }
  /** The answer to an earlier send came after its deadline, whatever happened to the submission since. */
  | { readonly type: 'answered_late'; readonly outcome: CreateOutcome }
  | { readonly type: 'send_again_chosen' }
  | { readonly type: 'request_id_entered'; readonly requestId: string; readonly status: string };

/** What one transaction stores: the changed submission and its history entry. */
export interface SubmissionChange extends MarkTerms {
  readonly submission: Submission;
  readonly history: HistoryEvent | null;
  /** Set when the service's request becomes known. */
  readonly tracked: { readonly requestId: string; readonly status: string } | null;
}

/** What goes with a mark into the transaction that stores it. */
export interface MarkTerms {
  /** It is stored only if these rules let it go at `now`; `steadyNow`: see `Facts`. UTC ms. */
  readonly judged?:
    | { readonly rules: WorkspaceRules; readonly now: number; readonly steadyNow: number }
    | undefined;
  /** What let it through, for the evidence. */
  readonly gates?: readonly PassedGate[] | undefined;
}

const LONGEST_UNDO_MS = 1000 * Math.max(...UNDO_SECONDS);

/**
 * The submission after an event; undefined if it can't happen in its state. Pure, and the only place where a state changes.
 */
export function transition(
  submission: Submission,
  event: SubmissionEvent,
  now: number,
): SubmissionChange | undefined {
  const to = (
    changes: Partial<Submission>,
    history: SubmissionChange['history'],
    tracked: SubmissionChange['tracked'] = null,
  ): SubmissionChange => ({
    submission: notBeforeChosen(
      editedOnlyUnsent({
        ...submission,
        ...changes,
        revision: submission.revision + 1,
        updatedAt: now,
      }),
    ),
    history,
    tracked,
  });
  const { state } = submission;
  switch (event.type) {
    case 'claimed':
      return state === 'queued'
        ? to({ state: 'connecting', attempts: submission.attempts + 1, callingHold: null }, null)
        : undefined;
    case 'sending_marked':
      if (state === 'connecting') return to({ state: 'sending' }, happened('sending'));
      // The connection was open already: claimed and marked at once.
      return state === 'queued'
        ? to({ state: 'sending', attempts: submission.attempts + 1, callingHold: null }, happened('sending'))
        : undefined;
    case 'released':
      return state === 'connecting' || state === 'sending'
        ? requeued(submission, now, to, {
            attempts: submission.attempts - 1,
            history: state === 'sending' ? happened('nothing_sent') : null,
          })
        : undefined;
    case 'put_off':
      return state === 'sending'
        ? requeued(submission, now, to, { history: happened('token_refused') })
        : undefined;
    case 'not_renewed':
      return state === 'queued' ? afterOutcome(submission, event, now, to) : undefined;
    case 'answered':
      if (state === 'connecting' || state === 'sending') return afterOutcome(submission, event, now, to);
      // A late answer that names the request saves a person the search for it.
      return state === 'unconfirmed' && event.outcome.accepted
        ? accepted(event.outcome.accepted, to)
        : undefined;
    case 'answered_late':
      return afterLateAnswer(submission, event.outcome, now, to);
    case 'paused':
      return state === 'queued' ? held({ code: PAUSED_BY_YOU }, to) : undefined;
    case 'rule_broken':
      return state === 'queued' ? held({ code: event.code, since: now }, to) : undefined;
    case 'time_zone_missing':
      return state === 'queued' ? timeZoneMissing(submission, event, now, to) : undefined;
    case 'time_zone_chosen':
      return needsTimeZone(submission) ? timeZoneChosen(event, to) : undefined;
    case 'time_zone_undone':
      return state === 'queued' && submission.timeZone !== null
        ? to(
            { ...heldForTimeZone(event.timeZones, now), timeZone: null, callingHold: null },
            happened('time_zone_undone'),
          )
        : undefined;
    case 'rule_waited':
      return state === 'queued' ? putOff(submission, event, now, to) : undefined;
    case 'notice_waited':
      return state === 'queued' || state === 'held' ? noticeWaited(submission, event.until, to) : undefined;
    case 'notice_wait_ended':
      return state === 'queued' || state === 'held' ? noticeWaitEnded(submission, now, to) : undefined;
    case 'taken_back':
      return state === 'queued' || state === 'held' || state === 'connecting'
        ? // Keeps its problem: the form says what was tried. Where a connection was being made, the mark is refused then.
          to(
            { state: 'draft', callingHold: null, afterEdit: event.editing && 'draft' },
            happened('taken_back'),
          )
        : undefined;
    case 'edit_begun':
      return state === 'held' ? editBegun(submission, to) : undefined;
    case 'edit_ended': {
      const { afterEdit } = submission;
      if (afterEdit === undefined) return undefined;
      // It became due meanwhile; the clock may have been set back since.
      const sendAfter = afterEdit === 'queued' ? Math.min(submission.sendAfter, now) : submission.sendAfter;
      return unseen({ state: afterEdit, sendAfter, afterEdit: undefined }, submission, to);
    }
    case 'edit_interrupted': {
      if (submission.afterEdit === undefined) return undefined;
      // What the person was correcting is sent as it was only if they say so.
      const problem = { ...submission.problem, code: EDIT_INTERRUPTED, since: now } as const;
      return to(
        { state: 'held', problem, afterEdit: undefined },
        { code: 'held', values: { code: EDIT_INTERRUPTED } },
      );
    }
    case 'interrupted':
      if (state === 'connecting') return requeued(submission, now, to);
      return state === 'sending'
        ? unconfirmed(submission, { name: 'interrupted' }, oneMoreSend(submission, now), to)
        : undefined;
    case 'resumed':
      if (state !== 'held' && state !== 'queued') return undefined;
      // Nobody may be called with details that a person is just correcting.
      if (submission.afterEdit) {
        return unseen({ afterEdit: 'queued', sendAfter: now, problem: null }, submission, to);
      }
      return to(
        {
          state: 'queued',
          sendAfter: afterUndoWindow(submission, now),
          // A person who tries again doesn't end the cause.
          problem: event.by === 'try_again' ? causeOf(submission) : null,
        },
        state === 'held' ? { code: 'resumed', values: { by: event.by } } : null,
      );
    case 'hours_checked':
      return state === 'queued' ? afterHoursCheck(submission, event, now, to) : undefined;
    case 'hours_bound':
      return state === 'queued' || state === 'held' || state === 'unconfirmed'
        ? boundTo(event.hoursInForce, submission, to)
        : undefined;
    case 'send_held_chosen':
    case 'keep_waiting_chosen':
    case 'send_held_undone':
      return afterAnswer(submission, event, to);
    case 'send_now_chosen':
      return state === 'held' || state === 'queued' ? sendNow(submission, event, now, to) : undefined;
    case 'discarded':
      return state === 'sending' || state === 'accepted' || state === 'discarded'
        ? undefined
        : to({ state: 'discarded' }, { code: 'discarded', values: { by: event.by } });
    case 'discard_undone':
      return state === 'discarded' ? undiscarded(event, to) : undefined;
    case 'send_again_chosen':
      return state === 'unconfirmed' && maySendAgain(submission)
        ? to({ state: 'queued', sendAfter: now, problem: null }, happened('send_again_chosen'))
        : undefined;
    case 'request_id_entered':
      return state === 'unconfirmed'
        ? to(
            { state: 'accepted', requestId: event.requestId, problem: null, hoursInForce: undefined },
            { code: 'request_id_entered', values: { requestId: event.requestId } },
            { requestId: event.requestId, status: event.status },
          )
        : undefined;
    default:
      return assertNever(event);
  }
}

/** Whether it waits for a person who chooses its time zone, or would if nothing else kept it waiting. */
function needsTimeZone({ state, timeZone, problem, afterEdit }: Submission): boolean {
  if (state === 'held') return problem?.code === TIME_ZONE_NEEDED && !afterEdit;
  return state === 'queued' && timeZone === null;
}

function heldForTimeZone(timeZones: readonly string[], now: number) {
  return { state: 'held', problem: { code: TIME_ZONE_NEEDED, since: now, timeZones } } as const;
}

function timeZoneMissing(
  submission: Submission,
  {
    timeZones,
    hoursInForce = submission.hoursInForce,
  }: Extract<SubmissionEvent, { type: 'time_zone_missing' }>,
  now: number,
  to: MakeChange,
): SubmissionChange {
  const changes = heldForTimeZone(timeZones, now);
  return to({ ...changes, callingHold: null, hoursInForce }, { code: 'held', values: changes.problem });
}

function timeZoneChosen(
  { timeZone, sendAfter, hold }: Extract<SubmissionEvent, { type: 'time_zone_chosen' }>,
  to: MakeChange,
): SubmissionChange {
  return to(
    { state: 'queued', timeZone, sendAfter: hold?.until ?? sendAfter, callingHold: hold, problem: null },
    { code: 'time_zone_chosen', values: { timeZone } },
  );
}

type PlainCode = { [Code in HistoryCode]: HistoryValues[Code] extends null ? Code : never }[HistoryCode];

/**
 * What was to be sent is paused instead: an undo must never call anybody. If the person was submitted again since, it is a draft:
 * only the form asks about the other one.
 */
function undiscarded(
  { was, since, again }: Extract<SubmissionEvent, { readonly type: 'discard_undone' }>,
  to: MakeChange,
): SubmissionChange | undefined {
  const history = happened('discard_undone');
  switch (was) {
    case 'draft':
    case 'rejected':
    case 'unconfirmed': {
      // What its row tells with a time, such as the refusal, happened then.
      const change = to({ state: was }, history);
      return { ...change, submission: { ...change.submission, updatedAt: since } };
    }
    case 'queued':
    case 'held':
    case 'connecting':
      return again
        ? to({ state: 'draft', callingHold: null }, history)
        : to({ state: 'held', problem: { code: PAUSED_BY_YOU }, callingHold: null }, history);
    default:
      return undefined;
  }
}

type MakeChange = (
  changes: Partial<Submission>,
  history: SubmissionChange['history'],
  tracked?: SubmissionChange['tracked'],
) => SubmissionChange;

function afterOutcome(
  submission: Submission,
  { outcome, retryAt }: { readonly outcome: CreateOutcome; readonly retryAt: number },
  now: number,
  to: MakeChange,
): SubmissionChange {
  const problem = problemOf(outcome, sentIds(submission));
  const { action } = createOutcomes[outcome.name];
  switch (action) {
    case 'track':
      return outcome.accepted
        ? accepted(outcome.accepted, to, submission.mayHaveReached && oneMoreSend(submission, now))
        : unconfirmed(submission, outcome, oneMoreSend(submission, now), to);
    case 'retry':
    case 'wait':
      return retriedAt(lasting(submission, problem, now), retryAt, to);
    case 'retry_once':
      return submission.problem?.code === outcome.name
        ? held(lasting(submission, problem, now), to)
        : retriedAt(lasting(submission, problem, now), retryAt, to);
    case 'sign_in':
    case 'hold':
      return held(lasting(submission, problem, now), to);
    case 'reject':
      return to({ state: 'rejected', problem }, { code: 'rejected', values: problem });
    case 'ask':
      return unconfirmed(submission, outcome, oneMoreSend(submission, now), to);
    default:
      return assertNever(action);
  }
}

/**
 * A late answer still counts. Once the service says that it accepted the request, the submission is accepted, even if it
 * was chosen to be sent again, paused or taken back (it need not be sent), or refused the second time or discarded (the
 * person will be called all the same). Without an id, a discarded submission stays discarded, as nothing can be tracked,
 * but it is known to be accepted.
 */
function afterLateAnswer(
  submission: Submission,
  outcome: CreateOutcome,
  now: number,
  to: MakeChange,
): SubmissionChange | undefined {
  const { state } = submission;
  // It ends a send in progress, whose own answer is not counted any more and may be the same.
  const sends = state === 'sending' ? oneMoreSend(submission, now) : submission.mayHaveReached;
  if (outcome.accepted) {
    return state === 'accepted'
      ? acceptedTwice(submission, outcome.accepted, to)
      : accepted(outcome.accepted, to, sends);
  }
  const { certainty, action } = createOutcomes[outcome.name];
  if (certainty === 'accepted') {
    if (state === 'accepted' || !maySendAgain(submission)) return undefined;
    const reached = sends ?? oneMoreSend(submission, now);
    return unconfirmed(submission, outcome, reached, to, state === 'discarded' ? state : 'unconfirmed');
  }
  if (state !== 'unconfirmed' && state !== 'discarded') return undefined;
  if (outcome.name === 'accepted_with_known_id') {
    return state === 'unconfirmed'
      ? unconfirmed(submission, outcome, submission.mayHaveReached, to)
      : undefined;
  }
  if (action !== 'reject' || (state === 'discarded' && submission.mayHaveReached === null)) return undefined;
  return refusedLate(submission, outcome, to);
}

/** That send reached nobody. If another one may have, it is still for a person to decide. */
function refusedLate(submission: Submission, outcome: CreateOutcome, to: MakeChange): SubmissionChange {
  const problem = problemOf(outcome, sentIds(submission));
  const history = { code: 'rejected', values: problem } as const;
  const mayHaveReached = oneLessSend(submission);
  if (mayHaveReached !== null || submission.state === 'discarded') return to({ mayHaveReached }, history);
  return to({ state: 'rejected', problem, mayHaveReached }, history);
}

function sentIds({ jobDescriptionId, questionnaireTemplateId }: Submission): readonly string[] {
  return [jobDescriptionId, questionnaireTemplateId];
}

/** Why its last try failed, if one did; a pause ends with the person's wish to send it. */
function causeOf({ problem }: Submission): SubmissionProblem | null {
  return isHeldByPerson(problem?.code) ? null : problem;
}

/** The problem with the time since which it has been the same. */
function lasting(
  { problem: before }: Submission,
  problem: SubmissionProblem,
  now: number,
): SubmissionProblem {
  const isSame = before?.code === problem.code && before.httpStatus === problem.httpStatus;
  return { ...problem, since: isSame ? (before.since ?? now) : now };
}

function oneMoreSend({ mayHaveReached }: Submission, at: number): MayHaveReached {
  return { at, times: (mayHaveReached?.times ?? 0) + 1 };
}

function oneLessSend({ mayHaveReached }: Submission): MayHaveReached | null {
  if (mayHaveReached === null || mayHaveReached.times <= 1) return null;
  return { ...mayHaveReached, times: mayHaveReached.times - 1 };
}

/** Once the person has seen it, a submission whose edit was interrupted is a draft that they left or submit. */
function editBegun(submission: Submission, to: MakeChange): SubmissionChange {
  return submission.problem?.code === EDIT_INTERRUPTED
    ? to({ state: 'draft', problem: null, callingHold: null, afterEdit: 'draft' }, happened('taken_back'))
    : unseen({ afterEdit: submission.afterEdit ?? 'held' }, submission, to);
}

/** Whatever else becomes of a submission, nobody edits it any more. */
function editedOnlyUnsent(submission: Submission): Submission {
  const { state, afterEdit } = submission;
  const isEdited = state === 'draft' ? afterEdit === 'draft' : state === 'held';
  return isEdited ? submission : { ...submission, afterEdit: undefined };
}

/** However a submission gets back to the queue, it waits for the time that a person chose. */
function notBeforeChosen(submission: Submission): Submission {
  const { state, sendAfter, notBefore } = submission;
  if (state !== 'queued' || notBefore === null || notBefore <= sendAfter) return submission;
  return { ...submission, sendAfter: notBefore };
}

/** Waits for the day of its notice, which may come later or sooner than the rules said before. */
function noticeWaited(submission: Submission, until: number, to: MakeChange): SubmissionChange {
  const { state, notBefore, createdAt } = submission;
  const wantedAt = submission.wantedAt ?? notBefore ?? createdAt;
  const changes = { notBefore: until, wantedAt };
  if (state === 'held') return unseen(changes, submission, to);
  return to(
    { ...changes, sendAfter: until, callingHold: null },
    { code: 'notice_waited', values: { until } },
  );
}

/** Due when a person chose, or now if that is over or nobody chose; calling hours are looked at then. */
function noticeWaitEnded(submission: Submission, now: number, to: MakeChange): SubmissionChange | undefined {
  const { state, wantedAt, attempts, createdAt } = submission;
  if (wantedAt === undefined) return undefined;
  const chosen = chosenTime(submission);
  const changes = { notBefore: chosen !== null && chosen > now ? chosen : null, wantedAt: undefined };
  if (state === 'held') return unseen(changes, submission, to);
  return to(
    {
      ...changes,
      sendAfter: attempts > 0 ? now : undoWindowEnd(createdAt + LONGEST_UNDO_MS, now),
      callingHold: null,
    },
    { code: 'resumed', values: { by: 'rules' } },
  );
}

/** Now, or the end of the undo window if it was never tried; at most one window from now if the clock was set back. */
function afterUndoWindow(submission: Submission, now: number): number {
  const { attempts, sendAfter, callingHold, createdAt } = submission;
  // The decision to send it now has its own undo window.
  if (callingHold?.question?.answer === 'send_now') return Math.max(now, sendAfter);
  // While it is held for calling hours, `sendAfter` is not the end of its undo window.
  const windowEnd = callingHold === null ? sendAfter : createdAt + LONGEST_UNDO_MS;
  return attempts > 0 ? now : undoWindowEnd(windowEnd, now);
}

function undoWindowEnd(end: number, now: number): number {
  return Math.max(now, Math.min(end, now + LONGEST_UNDO_MS));
}

function afterHoursCheck(
  submission: Submission,
  { hold, hoursInForce = submission.hoursInForce }: Extract<SubmissionEvent, { type: 'hours_checked' }>,
  now: number,
  to: MakeChange,
): SubmissionChange {
  if (hold === null) {
    return to({ sendAfter: afterUndoWindow(submission, now), callingHold: null, hoursInForce }, null);
  }
  const { question, ...opening } = hold;
  const values = { ...opening, ...(question && { about: question.about }) };
  const changes = { sendAfter: hold.until, callingHold: hold, hoursInForce };
  return to(changes, isInHistory(submission.callingHold, hold) ? null : { code: 'held_for_hours', values });
}

function boundTo(
  hoursInForce: readonly HoursOfDay[],
  submission: Submission,
  to: MakeChange,
): SubmissionChange {
  return unseen({ hoursInForce }, submission, to);
}

/** Keeps `updatedAt`: nothing visible has happened to it. */
function unseen(changes: Partial<Submission>, { updatedAt }: Submission, to: MakeChange): SubmissionChange {
  const change = to(changes, null);
  return { ...change, submission: { ...change.submission, updatedAt } };
}

/** Whether the history has this hold already. A question asked again because its answer led to nothing is a new entry. */
function isInHistory(before: CallingHold | null, hold: CallingHold): boolean {
  // Looked at again every minute.
  if (hold.holiday === null && before?.holiday === null) return true;
  return (
    before?.until === hold.until &&
    before.timeZone === hold.timeZone &&
    before.holiday === hold.holiday &&
    before.question?.about === hold.question?.about &&
    (before.question?.answer !== 'send_now' || hold.question?.answer === 'send_now')
  );
}

/** A person's answer to the question of a hold; undefined if there is no open question. */
function afterAnswer(
  submission: Submission,
  event: Extract<SubmissionEvent, { type: 'send_held_chosen' | 'keep_waiting_chosen' | 'send_held_undone' }>,
  to: MakeChange,
): SubmissionChange | undefined {
  const { state, callingHold } = submission;
  const question = callingHold?.question;
  if (state !== 'queued' || !question) return undefined;
  const answered = (answer: HoldQuestion['answer']): Pick<Submission, 'callingHold'> => ({
    callingHold: { ...callingHold, question: { ...question, answer } },
  });
  const isSendChosen = question.answer === 'send_now';
  switch (event.type) {
    case 'send_held_chosen': {
      const { sendAfter, waivedUntil: hoursWaivedUntil } = event;
      const changes = { ...answered('send_now'), sendAfter, hoursWaivedUntil };
      return isSendChosen
        ? undefined
        : to(changes, { code: 'send_held_chosen', values: { about: question.about } });
    }
    case 'keep_waiting_chosen':
      return question.answer === null
        ? to(answered('keep_waiting'), happened('keep_waiting_chosen'))
        : undefined;
    case 'send_held_undone': {
      const changes = { ...answered(null), sendAfter: callingHold.until, hoursWaivedUntil: null };
      return isSendChosen ? to(changes, happened('send_held_undone')) : undefined;
    }
    default:
      return assertNever(event);
  }
}

function sendNow(
  submission: Submission,
  { waivedUntil, teamSeen }: Extract<SubmissionEvent, { type: 'send_now_chosen' }>,
  now: number,
  to: MakeChange,
): SubmissionChange {
  return to(
    {
      state: 'queued',
      sendAfter: now,
      notBefore: null,
      wantedAt: undefined,
      problem: causeOf(submission),
      callingHold: null,
      ...(waivedUntil !== undefined && { hoursWaivedUntil: waivedUntil }),
      ...(teamSeen !== undefined && { teamSeen }),
    },
    teamSeen === undefined
      ? sendNowHistory(submission, waivedUntil !== undefined, now)
      : happened('send_despite_colleague_chosen'),
  );
}

function sendNowHistory(
  { state, notBefore }: Submission,
  outsideHours: boolean,
  now: number,
): SubmissionChange['history'] {
  if (outsideHours) return happened('send_outside_hours_chosen');
  if (notBefore !== null && notBefore > now) return happened('send_early_chosen');
  return state === 'held' ? { code: 'resumed', values: { by: 'try_again' } } : null;
}

function accepted(
  answer: { readonly requestId: string; readonly status: string },
  to: MakeChange,
  /** If this was not the first send that may have reached the service. */
  mayHaveReached?: MayHaveReached | null,
): SubmissionChange {
  const { requestId, status } = answer;
  return to(
    {
      ...(mayHaveReached && { mayHaveReached }),
      state: 'accepted',
      requestId,
      problem: null,
      hoursInForce: undefined,
    },
    { code: 'accepted', values: { status } },
    answer,
  );
}

/** Sent again and accepted both times: one request is tracked, and the history keeps the other's id. */
function acceptedTwice(
  submission: Submission,
  { requestId }: { readonly requestId: string },
  to: MakeChange,
): SubmissionChange | undefined {
  if (requestId === submission.requestId) return undefined;
  return to({}, { code: 'accepted_again', values: { requestId } });
}

/** It was due when it was claimed, so it is due: its `sendAfter` may come from a clock that was set back since. */
function requeued(
  submission: Submission,
  now: number,
  to: MakeChange,
  { attempts = submission.attempts, history = null }: Partial<Submission & SubmissionChange> = {},
): SubmissionChange {
  return to({ state: 'queued', attempts, sendAfter: Math.min(submission.sendAfter, now) }, history);
}

function retriedAt(problem: SubmissionProblem, retryAt: number, to: MakeChange): SubmissionChange {
  return to({ state: 'queued', sendAfter: retryAt, problem }, { code: 'retry', values: problem });
}

function held(problem: SubmissionProblem, to: MakeChange): SubmissionChange {
  return to({ state: 'held', problem }, { code: 'held', values: problem });
}

/** The history has it once, however often it is put off for the same reason. */
function putOff(
  submission: Submission,
  { code, until }: Extract<SubmissionEvent, { type: 'rule_waited' }>,
  now: number,
  to: MakeChange,
): SubmissionChange {
  const problem = lasting(submission, { code }, now);
  const history = submission.problem?.code === code ? null : ({ code: 'held', values: problem } as const);
  return to({ sendAfter: until, callingHold: null, problem }, history);
}

function unconfirmed(
  submission: Submission,
  outcome: CreateOutcome,
  mayHaveReached: MayHaveReached | null,
  to: MakeChange,
  state: 'unconfirmed' | 'discarded' = 'unconfirmed',
): SubmissionChange {
  const problem = problemOf(outcome, sentIds(submission));
  return to({ state, problem, mayHaveReached }, { code: 'unconfirmed', values: problem });
}

function happened(code: PlainCode): HistoryEvent {
  return { code, values: null };
}
