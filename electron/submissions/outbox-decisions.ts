import { isSameTelephone } from '../../shared/call-key.ts';
import { runDelaySeconds } from '../../shared/imports.ts';
import type { Changed } from '../../shared/ipc/call.ts';
import { maySendAgain, type OutboxRow, TIME_ZONE_NEEDED, waitsForRetry } from '../../shared/outbox.ts';
import { type Failure, fail, ok, type Result } from '../../shared/result.ts';
import { isSameScreening } from '../../shared/same-screening.ts';
import type { CallingHold, Submission, SubmissionState } from '../../shared/submission.ts';
import type { ReadOutcome } from '../service/get-interview-request.ts';
import type { Stores } from '../storage/stores/index.ts';
import {
  type FactsPlace,
  factsAbout,
  failureOf,
  judgeForLater,
  refusedNow,
  refusing,
  ruleRefusal,
} from './ask-rules.ts';
import { callingHoldAhead, needsTimeZone, WAIVER_MS, zonesOfNumber } from './calling-hours.ts';
import { type Finding, findingOf } from './judge.ts';
import type { SubmissionQueue } from './submission-queue.ts';
import type { SubmissionEvent } from './transition.ts';
import { findSubmission, findSubmissions, TransitionWriter } from './transition-writer.ts';

type Read = Extract<ReadOutcome, { name: 'read' }>;

/**
 * Whether the service knows the ID a person typed, by the status read for it (undefined: nobody is signed in). Errors:
 * `sign_in_to_check_id`, `request_not_found`, `other_request`, `not_checked`.
 */
function checkRequestId(requestId: string, outcome: ReadOutcome | undefined): Read | Failure {
  if (outcome === undefined || outcome.name === 'sign_in_needed') return fail('sign_in_to_check_id');
  if (outcome.name === 'not_found') return fail('request_not_found');
  if (outcome.name === 'other_request') {
    return fail('other_request', { typed: requestId, named: outcome.named });
  }
  return outcome.name === 'read' ? outcome : fail('not_checked');
}

export interface OutboxDecisionsOptions extends FactsPlace {
  readonly store: Stores['submissions'];
  /** Reads a request from the service; undefined if nobody is signed in. */
  readonly readRequest: (requestId: string) => Promise<ReadOutcome | undefined>;
  /** Why the organisation's policy lets nothing be sent from this workspace now; undefined if it may. */
  readonly refusal?: () => Failure | undefined;
  /** Read on every call, so that a changed setting takes effect at once. */
  readonly settings: () => { readonly undoSeconds: number };
  readonly onChange: (submissionIds: readonly string[]) => void;
  /** What sends, and waits if the service asked for it; left out: nothing waits. */
  readonly queue?: Pick<SubmissionQueue, 'retryAfterEndsAt' | 'sendOneDespiteWait'> | undefined;
  readonly now?: () => number;
}

/** What a person who says "now" was told and overrides. */
interface TryNowOverrides {
  /** It is outside the calling hours of this candidate. */
  readonly outsideHours?: boolean;
  /** The service has asked to wait. */
  readonly despiteWait?: boolean;
  /** A colleague has the number: the `change` of the claim that the person was told of. */
  readonly despiteColleague?: number | undefined;
}

const MOVED_ON = fail('moved_on');

/** A wait that ends sooner is not worth a question, ms. */
const SHORT_WAIT_MS = 10_000;

const WAITING: ReadonlySet<SubmissionState> = new Set(['queued', 'held']);

/** Of what connects, no byte has gone out: its mark is refused then. */
export const WITHDRAWABLE = ['queued', 'held', 'draft', 'connecting'] as const satisfies SubmissionState[];

/** A recruiter's decisions: send now, pause, withdraw, send again. Stored by the time a call returns. */
export class OutboxDecisions {
  private readonly options: OutboxDecisionsOptions;
  private readonly now: () => number;
  private readonly transitions: TransitionWriter;
  /** What each submission was when it was discarded and since when, and its revision after that. */
  private readonly discarded = new Map<
    string,
    { readonly was: SubmissionState; readonly since: number; readonly revision: number }
  >();

  constructor(options: OutboxDecisionsOptions) {
    this.options = options;
    this.now = options.now ?? Date.now;
    this.transitions = new TransitionWriter({ ...options, now: this.now });
  }

  async get(id: string): Promise<Result<Submission>> {
    const submission = await findSubmission(this.options, id);
    return submission ? ok(submission) : fail('submission_not_found');
  }

  /**
   * Makes one waiting submission due now, even before its chosen time; without an id, all that wait for a retry.
   *
   * For all, chosen times and pauses stay, calling hours always apply, and what a rule refuses is left as it is. For one, calling hours are waived for a
   * quarter of an hour if the person says so (`outsideHours`); otherwise the error is `outside_calling_hours`. While a
   * Retry-After lasts, one submission is sent alone if the person says so (`despiteWait`); otherwise the error is
   * `service_asks_to_wait`. If a colleague claimed the number, the error is `colleague_claimed`, unless the person was told of
   * that claim.
   */
  async tryNow(
    id?: string,
    { outsideHours = false, despiteWait = false, despiteColleague }: TryNowOverrides = {},
  ): Promise<Result<Changed>> {
    const refusal = this.options.refusal?.();
    if (refusal) return refusal;
    const { store, workspaceId, queue } = this.options;
    const retryAfter = despiteWait ? undefined : this.retryAfterFailure();
    if (id === undefined) {
      if (retryAfter) return retryAfter;
      const waiting = (await store.inStates(workspaceId, ['queued', 'held'])).filter(waitsForRetry);
      const refusals = await this.refusedNow(waiting);
      const allowed = waiting.filter((_each, index) => !refusals[index]);
      const changed = await this.transitions.applyToAll(allowed, { type: 'resumed', by: 'try_again' });
      if (despiteWait) await queue?.sendOneDespiteWait();
      return ok({ changed });
    }
    const found = await findSubmission(this.options, id);
    if (!found) return MOVED_ON;
    const [known] = (await this.options.team?.facts([found])) ?? [];
    // Of another claim, as of another team since, the person is asked.
    const isAnswered = despiteColleague !== undefined && despiteColleague === known?.colleague?.change;
    const submission = isAnswered ? { ...found, teamSeen: despiteColleague } : found;
    const refused = failureOf([submission], await this.refusedNow([submission]));
    if (refused) return refused;
    const rules = await this.options.rules();
    const now = this.now();
    const { holidays } = this.options;
    const hours = findingOf('calling_hours', submission, rules, { hours: 'asked', holidays }, now);
    const hold = hours?.reason.code === 'outside_hours' ? hours.reason.values.hold : null;
    if (hold && !outsideHours) return outsideCallingHours(hold, now);
    const event = {
      type: 'send_now_chosen',
      ...(hold && { waivedUntil: now + WAIVER_MS }),
      ...(isAnswered && { teamSeen: despiteColleague }),
    } as const;
    if (retryAfter) return retryAfter;
    if (!(await this.transitions.apply(submission, event))) return MOVED_ON;
    if (despiteWait) await queue?.sendOneDespiteWait(id);
    return ok({ changed: 1 });
  }

  /** Makes these due, which wait for a retry and which no rule refuses; returns how many. */
  async tryTheseNow(submissions: readonly Submission[]): Promise<Result<Changed>> {
    const refusal = this.options.refusal?.() ?? this.retryAfterFailure();
    if (refusal) return refusal;
    const event = { type: 'resumed', by: 'try_again' } as const;
    return ok({ changed: await this.transitions.applyToAll(submissions, event) });
  }

  /** For each of these, why it may not be sent now whatever a person says, or undefined. */
  async refusedNow(submissions: readonly Submission[]): Promise<readonly (Finding | undefined)[]> {
    // What waits for a number on the list is withdrawn, whoever wants it sent.
    const facts = await factsAbout(this.options, submissions, { list: false });
    return refusedNow(submissions, await this.options.rules(), facts, this.now());
  }

  /** For each of these, why it may not be sent once more when calling hours allow it, or undefined. */
  async refusedAgain(submissions: readonly Submission[]): Promise<readonly (Finding | undefined)[]> {
    // A colleague's claim is asked about once it is due: only then a person can say that it is no reason.
    const facts = await factsAbout({ ...this.options, team: undefined }, submissions);
    const verdicts = judgeForLater(submissions, await this.options.rules(), facts, this.now());
    return verdicts.map(refusing);
  }

  /**
   * Stores a person's choice of the time zone (IANA) for those of these that need one: they wait for the calling hours there,
   * and at least as long as a run of `together` can be undone. Returns how many.
   */
  async chooseTimeZone(
    submissions: readonly Submission[],
    timeZone: string,
    together: number,
  ): Promise<Result<Changed>> {
    const { callingHours } = await this.options.rules();
    const { holidays, settings } = this.options;
    const now = this.now();
    const sendAfter = now + 1000 * runDelaySeconds(together, settings().undoSeconds);
    const chosen = submissions.flatMap((each): [Submission, SubmissionEvent][] => {
      const at = Math.max(sendAfter, each.notBefore ?? 0);
      if (!needsTimeZone(callingHours, each, at)) return [];
      const hold = callingHoldAhead(callingHours, { ...each, timeZone }, at, now, holidays);
      if (hold === TIME_ZONE_NEEDED) return [];
      return [[each, { type: 'time_zone_chosen', timeZone, sendAfter, hold }]];
    });
    const changed = await this.transitions.applyEach(chosen);
    return changed === 0 ? MOVED_ON : ok({ changed });
  }

  /** Takes back the choice of a time zone for those of these that are not sent yet: a person is asked for it again. */
  async undoTimeZone(ids: readonly string[]): Promise<Result<Changed>> {
    const chosen = await findSubmissions(this.options, ids);
    const undone = chosen.map((each): [Submission, SubmissionEvent] => [
      each,
      { type: 'time_zone_undone', timeZones: zonesOfNumber(each.phoneNumber) },
    ]);
    const changed = await this.transitions.applyEach(undone);
    return changed === 0 ? MOVED_ON : ok({ changed });
  }

  /** The rows, those that wait with the rule that refuses to send them now. */
  async withRefusals<Row extends OutboxRow>(rows: readonly Row[]): Promise<readonly Row[]> {
    const waiting = rows.filter(({ state }) => WAITING.has(state));
    const refusals = await this.refusedNow(waiting);
    const refusalOf = new Map(waiting.map(({ id }, index) => [id, refusals[index]]));
    return rows.map((row) => {
      const refused = refusalOf.get(row.id);
      return refused ? { ...row, refusedNow: ruleRefusal(refused) } : row;
    });
  }

  /**
   * Stores a person's answer to whether submissions may be sent outside the hours that held them. It applies to all
   * whose question was open when shown (`shownUntil`: when the last of them had changed, UTC ms). If sent, they have an
   * undo window as after a submit, and calling hours are waived for a quarter of an hour. Returns the ids of the
   * submissions asked about.
   */
  async answerHolds(
    answer: 'send_now' | 'keep_waiting',
    shownUntil: number,
  ): Promise<Result<{ ids: readonly string[]; sendAfter: number }>> {
    const refusal = answer === 'send_now' ? this.options.refusal?.() : undefined;
    if (refusal) return refusal;
    const { store, workspaceId, settings } = this.options;
    const asked = (await store.inStates(workspaceId, ['queued'])).filter(
      ({ callingHold: hold, updatedAt }) => hold?.question?.answer === null && updatedAt <= shownUntil,
    );
    const now = this.now();
    const sendAfter = now + settings().undoSeconds * 1000;
    const event: SubmissionEvent =
      answer === 'send_now'
        ? { type: 'send_held_chosen', sendAfter, waivedUntil: now + WAIVER_MS }
        : { type: 'keep_waiting_chosen' };
    if ((await this.transitions.applyToAll(asked, event)) === 0) return MOVED_ON;
    return ok({ ids: asked.map(({ id }) => id), sendAfter });
  }

  /** Takes back the decision to send these now, for those not sent yet: their question is open again. */
  async undoSendHeld(ids: readonly string[]): Promise<Result<Changed>> {
    return this.decide(ids, { type: 'send_held_undone' });
  }

  /** Takes an unsent submission out of the queue (undo, or editing what waits to be tried). It becomes a draft. */
  async takeBack(id: string, editing?: true): Promise<Result<Submission>> {
    const submission = await findSubmission(this.options, id);
    const event = { type: 'taken_back', ...(editing && { editing }) } as const;
    const taken = submission && (await this.transitions.apply(submission, event));
    return taken ? ok(taken) : MOVED_ON;
  }

  /**
   * Opens a submission on hold in the form: until `endEdit`, it is not sent, even if what it waits for changes. One whose edit
   * was interrupted becomes a draft.
   */
  async beginEdit(id: string): Promise<Result<Submission>> {
    const submission = await findSubmission(this.options, id);
    const begun = submission && (await this.transitions.apply(submission, { type: 'edit_begun' }));
    return begun ? ok(begun) : MOVED_ON;
  }

  /** The person left the form; a submission that was corrected or discarded there stays so. */
  async endEdit(id: string): Promise<void> {
    const submission = await findSubmission(this.options, id);
    if (submission) await this.transitions.apply(submission, { type: 'edit_ended' });
  }

  async pause(ids: readonly string[]): Promise<Result<Changed>> {
    return this.decide(ids, { type: 'paused' });
  }

  async resume(ids: readonly string[]): Promise<Result<Changed>> {
    return this.decide(ids, { type: 'resumed', by: 'resume' });
  }

  /** Discards those that wait, and returns how many; what moved on keeps its outcome. Nobody can undo it. */
  async withdraw(ids: readonly string[]): Promise<number> {
    const found = await findSubmissions(this.options, ids);
    const waiting = found.filter(({ state }) => WITHDRAWABLE.some((each) => each === state));
    return this.transitions.applyToAll(waiting, { type: 'discarded', by: 'discard' });
  }

  async discard(ids: readonly string[]): Promise<Result<Changed>> {
    const chosen = await findSubmissions(this.options, ids);
    const changed = await this.transitions.applyToAll(chosen, { type: 'discarded', by: 'discard' });
    if (changed === 0) return MOVED_ON;
    for (const { id, state, updatedAt, revision } of chosen) {
      // Those that were discarded before can still be undone as what they were then.
      if (state !== 'discarded')
        this.discarded.set(id, { was: state, since: updatedAt, revision: revision + 1 });
    }
    return ok({ changed });
  }

  /** Undoes `discard` for those that nothing has happened to since; none of them is sent without another decision. */
  async undoDiscard(ids: readonly string[]): Promise<Result<Changed>> {
    const chosen = await findSubmissions(this.options, ids);
    const again = await this.submittedSince(chosen);
    const undone = chosen.flatMap((submission): [Submission, SubmissionEvent][] => {
      const discarded = this.discarded.get(submission.id);
      if (discarded?.revision !== submission.revision) return [];
      const { was, since } = discarded;
      return [[submission, { type: 'discard_undone', was, since, again: again(submission) }]];
    });
    const changed = await this.transitions.applyEach(undone);
    if (changed > 0) return ok({ changed });
    return chosen.some(({ state }) => state === 'accepted') ? fail('sent_already') : MOVED_ON;
  }

  /** Queues unconfirmed submissions once more; leaves out those that the service is known to have accepted. */
  async sendAgain(ids: readonly string[]): Promise<Result<Changed>> {
    const refusal = this.options.refusal?.();
    if (refusal) return refusal;
    const chosen = await findSubmissions(this.options, ids);
    const refused = failureOf(chosen, await this.refusedAgain(chosen));
    if (refused) return refused;
    const event = { type: 'send_again_chosen' } as const;
    const changed = await this.transitions.applyToAll(chosen, event);
    if (changed > 0) return ok({ changed });
    return chosen.some((each) => each.state === 'unconfirmed' && !maySendAgain(each))
      ? fail('already_taken')
      : MOVED_ON;
  }

  /** Tracks an unconfirmed submission under the id a person found, once the service confirms that id. */
  async enterRequestId(id: string, typed: string): Promise<Result<{ requestId: string }>> {
    const { store, workspaceId, readRequest } = this.options;
    const asked = await findSubmission(this.options, id);
    const owner = await store.trackedAs(workspaceId, typed);
    const isShared = owner && asked && owner.workspaceId !== workspaceId && isSameScreening(owner, asked);
    if (owner && !isShared) return fail('already_tracked');
    const read = checkRequestId(typed, await readRequest(typed));
    if (!('answer' in read)) return read;
    const { status } = read.answer;
    // As the service writes it; and something may have happened to the submission in the meantime.
    const requestId = read.answer.request_id ?? typed;
    const submission = await findSubmission(this.options, id);
    const event = { type: 'request_id_entered', requestId, status } as const;
    return submission && (await this.transitions.apply(submission, event)) ? ok({ requestId }) : MOVED_ON;
  }

  /** Tells of each of these discarded ones whether its person was submitted again since: nobody was asked about it then. */
  private async submittedSince(
    discarded: readonly Submission[],
  ): Promise<(submission: Submission) => boolean> {
    const { store, workspaceId } = this.options;
    const numbers = discarded.map(({ phoneNumber }) => phoneNumber);
    const found = await store.duplicates(
      workspaceId,
      numbers,
      Math.min(...discarded.map(({ updatedAt }) => updatedAt)),
    );
    return ({ id, phoneNumber }) =>
      found.some((each) => each.submissionId !== id && isSameTelephone(each.phoneNumber, phoneNumber));
  }

  private retryAfterFailure(): Failure | undefined {
    const until = this.options.queue?.retryAfterEndsAt;
    const now = this.now();
    if (until === undefined || until <= now + SHORT_WAIT_MS) return undefined;
    return fail('service_asks_to_wait', { until, now });
  }

  /** Applies one decision to all; skips those whose status has changed in the meantime. */
  private async decide(ids: readonly string[], event: SubmissionEvent): Promise<Result<Changed>> {
    const changed = await this.transitions.applyToAll(await findSubmissions(this.options, ids), event);
    return changed === 0 ? MOVED_ON : ok({ changed });
  }
}

function outsideCallingHours({ timeZone, holiday, question }: CallingHold, now: number): Failure {
  const about = question?.about ?? null;
  return fail('outside_calling_hours', { timeZone, now, about, holiday: holiday ?? null });
}
