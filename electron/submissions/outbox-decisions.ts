import type { Changed } from '../../shared/ipc/call.ts';
import { maySendAgain, PAUSED_BY_YOU } from '../../shared/outbox.ts';
import { type Failure, fail, ok, type Result } from '../../shared/result.ts';
import type { CallingHold, Submission } from '../../shared/submission.ts';
import type { WorkspaceRules } from '../../shared/workspace-rules.ts';
import type { ReadOutcome } from '../service/get-interview-request.ts';
import { callingHold, WAIVER_MS } from './calling-hours/calling-hold.ts';
import { checkRequestId } from './check-request-id.ts';
import { findSubmission, findSubmissions } from './find-submissions.ts';
import type { SubmissionStore } from './ports.ts';
import type { SubmissionEvent } from './transition.ts';
import { TransitionWriter } from './transition-writer.ts';

export interface OutboxDecisionsOptions {
  readonly workspaceId: string;
  readonly store: SubmissionStore;
  /** Reads a request from the service; undefined when nobody is signed in. */
  readonly readRequest: (requestId: string) => Promise<ReadOutcome | undefined>;
  /** Why nothing may be sent from this workspace now, for an organisation's sake; undefined where it may. */
  readonly refusal?: () => Failure | undefined;
  /** Read each time, so that a changed setting counts at once. */
  readonly settings: () => { readonly undoSeconds: number };
  /** The workspace's own rules, as they are now. */
  readonly rules: () => Promise<WorkspaceRules>;
  /** Called after anything was stored. */
  readonly onChange: (submissionIds: readonly string[]) => void;
  /** The queue's waits for the service; left out: there is none. */
  readonly waiting?: ServiceWait | undefined;
  readonly now?: () => number;
}

/** A wait that the service asked the queue for, and a person's way past it. */
export interface ServiceWait {
  /** Until when, UTC ms; undefined where there is none. */
  readonly askedToWaitUntil: number | undefined;
  /** Sends this one, or the next that is due, all the same. */
  sendOneDespiteWait(id?: string): Promise<void>;
}

/** Of what a person who says "now" has been told. */
export interface TryNowWords {
  /** This one's candidate is outside the calling hours. */
  readonly outsideHours?: boolean;
  /** The service has asked to wait. */
  readonly despiteWait?: boolean;
}

const MOVED_ON = fail('moved_on');

/** A wait that is over sooner is not worth a question, ms. */
const SHORT_WAIT_MS = 10_000;

/** What a recruiter decides about submissions: send now, pause, withdraw, send again. Durable when it answers. */
export class OutboxDecisions {
  private readonly options: OutboxDecisionsOptions;
  private readonly now: () => number;
  private readonly changes: TransitionWriter;

  constructor(options: OutboxDecisionsOptions) {
    this.options = options;
    this.now = options.now ?? Date.now;
    this.changes = new TransitionWriter({ ...options, now: this.now });
  }

  async get(id: string): Promise<Result<Submission>> {
    const submission = await findSubmission(this.options, id);
    return submission ? ok(submission) : fail('submission_not_found');
  }

  /**
   * Makes one waiting submission due now, even before the time chosen for it; or, without an id, all that wait for
   * another try: for all, chosen times and pauses stay, and calling hours always count. For one they do not where the
   * person says so (`outsideHours`), for a quarter of an hour; else the error is `outside_calling_hours`. While the
   * service asks to wait, one goes alone where the person says so (`despiteWait`); else the error is `service_asks_to_wait`.
   */
  async tryNow(
    id?: string,
    { outsideHours = false, despiteWait = false }: TryNowWords = {},
  ): Promise<Result<null>> {
    const refusal = this.options.refusal?.();
    if (refusal) return refusal;
    const { store, workspaceId, waiting: wait } = this.options;
    const asksToWait = despiteWait ? undefined : this.asksToWait();
    if (id === undefined) {
      if (asksToWait) return asksToWait;
      const waiting = (await store.inStates(workspaceId, ['queued', 'held'])).filter(waitsForAnotherTry);
      await this.changes.all(waiting, { type: 'resumed', by: 'try_again' });
      if (despiteWait) await wait?.sendOneDespiteWait();
      return ok(null);
    }
    const submission = await findSubmission(this.options, id);
    if (!submission) return MOVED_ON;
    const { callingHours } = await this.options.rules();
    const now = this.now();
    const hold = callingHold(callingHours, submission, now);
    if (hold && !outsideHours) return outsideCallingHours(hold, now);
    const event = { type: 'send_now_chosen', ...(hold && { waivedUntil: now + WAIVER_MS }) } as const;
    if (asksToWait) return asksToWait;
    if (!(await this.changes.one(submission, event))) return MOVED_ON;
    if (despiteWait) await wait?.sendOneDespiteWait(id);
    return ok(null);
  }

  /**
   * A person's answer to the question about those that the rules would let go outside the hours that held them: to all
   * about whom it stood so when they were shown (`shownUntil`: when the last of these had changed, UTC ms). Sent, they
   * have an undo window as at a submit; the word counts for a quarter of an hour. Answers the ids of those it changed.
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
    if ((await this.changes.all(asked, event)) === 0) return MOVED_ON;
    return ok({ ids: asked.map(({ id }) => id), sendAfter });
  }

  /** Takes back the word to send these now, as far as they have not gone: they have their question again. */
  async undoSendHeld(ids: readonly string[]): Promise<Result<Changed>> {
    return this.decide(ids, { type: 'send_held_undone' });
  }

  /** Takes one that was not sent out of the queue again: undo, or edit. It becomes a draft. */
  async takeBack(id: string): Promise<Result<Submission>> {
    const submission = await findSubmission(this.options, id);
    const taken = submission && (await this.changes.one(submission, { type: 'taken_back' }));
    return taken ? ok(taken) : MOVED_ON;
  }

  async pause(ids: readonly string[]): Promise<Result<Changed>> {
    return this.decide(ids, { type: 'paused' });
  }

  async resume(ids: readonly string[]): Promise<Result<Changed>> {
    return this.decide(ids, { type: 'resumed', by: 'resume' });
  }

  async discard(ids: readonly string[]): Promise<Result<Changed>> {
    return this.decide(ids, { type: 'discarded', by: 'discard' });
  }

  /** Queues unconfirmed ones once more; those that the service is known to have taken are left out. */
  async sendAgain(ids: readonly string[]): Promise<Result<Changed>> {
    const refusal = this.options.refusal?.();
    if (refusal) return refusal;
    const chosen = await findSubmissions(this.options, ids);
    const event = { type: 'send_again_chosen' } as const;
    const changed = await this.changes.all(chosen, event);
    if (changed > 0) return ok({ changed });
    return chosen.some((each) => each.state === 'unconfirmed' && !maySendAgain(each))
      ? fail('already_taken')
      : MOVED_ON;
  }

  /** Tracks an unconfirmed submission under the id a person found, once the service knows that id. */
  async enterRequestId(id: string, requestId: string): Promise<Result<{ requestId: string }>> {
    const { store, workspaceId, readRequest } = this.options;
    if (await store.trackedAs(workspaceId, requestId)) return fail('already_tracked');
    const read = checkRequestId(requestId, await readRequest(requestId));
    if (!('answer' in read)) return read;
    const { status } = read.answer;
    const submission = await findSubmission(this.options, id);
    const event = { type: 'request_id_entered', requestId, status } as const;
    return submission && (await this.changes.one(submission, event)) ? ok({ requestId }) : MOVED_ON;
  }

  private asksToWait(): Failure | undefined {
    const until = this.options.waiting?.askedToWaitUntil;
    const now = this.now();
    if (until === undefined || until <= now + SHORT_WAIT_MS) return undefined;
    return fail('service_asks_to_wait', { until, now });
  }

  /** One decision for all of them; those that have moved on meanwhile are left as they are. */
  private async decide(ids: readonly string[], event: SubmissionEvent): Promise<Result<Changed>> {
    const changed = await this.changes.all(await findSubmissions(this.options, ids), event);
    return changed === 0 ? MOVED_ON : ok({ changed });
  }
}

function outsideCallingHours({ timeZone, question }: CallingHold, now: number): Failure {
  return fail('outside_calling_hours', { timeZone, now, about: question?.about ?? null });
}

/** Waiting for the service, the network or a person's repair; not for a chosen time, the undo window or a resume. */
function waitsForAnotherTry({ problem }: Submission): boolean {
  return problem !== null && problem.code !== PAUSED_BY_YOU;
}
