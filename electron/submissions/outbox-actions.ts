import { randomUUID } from 'node:crypto';
import { stillToAsk } from '../../shared/duplicate-rules.ts';
import type { ImportedRows } from '../../shared/imports.ts';
import type { Changed } from '../../shared/ipc/call.ts';
import { type Duplicate, maySendAgain, PAUSED_BY_YOU } from '../../shared/outbox.ts';
import { type Failure, fail, ok, type Result } from '../../shared/result.ts';
import type { CallingHold, Submission, SubmissionFields } from '../../shared/submission.ts';
import type { WorkspaceRules } from '../../shared/workspace-rules.ts';
import type { ReadOutcome } from '../service/get-interview-request.ts';
import { callingHold, callingHoldAhead, WAIVER_MS } from './calling-hours/calling-hold.ts';
import { boundBy } from './calling-hours/hours-in-force.ts';
import { checkRequestId } from './check-request-id.ts';
import { consentOf, consentProblem } from './consent.ts';
import type { DuplicateLook, SubmissionStore } from './ports.ts';
import { type SubmissionEvent, transition } from './transition.ts';
import { TransitionWriter } from './transition-writer.ts';

export interface OutboxActionsOptions {
  readonly workspaceId: string;
  readonly store: SubmissionStore;
  /** Reads a request from the service; undefined when nobody is signed in. */
  readonly readRequest: (requestId: string) => Promise<ReadOutcome | undefined>;
  /** Why nothing may be sent from this workspace now, for an organisation's sake; undefined where it may. */
  readonly refusal?: () => Failure | undefined;
  /** Read at every submit, so that a changed setting counts at once. */
  readonly settings: () => { readonly undoSeconds: number; readonly duplicateDays: number };
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

/** What a submit may be told beside the fields. */
export interface SubmitOptions {
  /** The id of one that this corrects. */
  readonly replaces?: string | undefined;
  /** The id of an accepted one that this is a deliberate second try of: it and those before it count as no duplicates. */
  readonly again?: string | undefined;
  /** The person knows of earlier submissions with the same phone number. */
  readonly despiteDuplicates?: boolean;
  /** The rows of a file that these are. */
  readonly from?: ImportedRows | undefined;
}

const MOVED_ON = fail('moved_on');

/** A wait that is over sooner is not worth a question, ms. */
const SHORT_WAIT_MS = 10_000;

const DAY_MS = 24 * 60 * 60 * 1000;

/** States in which it is certain that the service has not taken the submission, and will not. */
const REPLACEABLE: ReadonlySet<Submission['state']> = new Set(['draft', 'queued', 'held', 'rejected']);

/** What a recruiter does with submissions: submit, withdraw, decide. Everything is durable when it answers. */
export class OutboxActions {
  private readonly options: OutboxActionsOptions;
  private readonly now: () => number;
  private readonly changes: TransitionWriter;
  private submitting: Promise<unknown> = Promise.resolve();
  private closed = false;

  constructor(options: OutboxActionsOptions) {
    this.options = options;
    this.now = options.now ?? Date.now;
    this.changes = new TransitionWriter({ ...options, now: this.now });
  }

  /**
   * Queues new submissions, all or none. `replaces` names one that this corrects: it is discarded in the same step,
   * and the new one remembers it. One that may have reached the service cannot be replaced: both would be called.
   *
   * Errors: `duplicate` where a phone number was submitted before (or twice in these), `consent_missing`, `moved_on`,
   * `workspace_closed`.
   */
  submit(
    fields: readonly SubmissionFields[],
    options: SubmitOptions = {},
  ): Promise<Result<readonly Submission[]>> {
    return this.inTurn(() => this.submitAlone(fields, options));
  }

  /**
   * Queues a second try of each of these accepted submissions as it was, linked to it: all or none. The person's word
   * covers them and what came before them, and a consent keeps its day.
   *
   * Errors: `duplicate` where a person is among them twice or was submitted once more since, `consent_missing`,
   * `moved_on`, `workspace_closed`.
   */
  submitAgain(ids: readonly string[]): Promise<Result<readonly Submission[]>> {
    return this.inTurn(() => this.submitAgainAlone(ids));
  }

  /** One after the other: of two at the same moment the second must see the first as its duplicate. */
  private inTurn(
    submit: () => Promise<Result<readonly Submission[]>>,
  ): Promise<Result<readonly Submission[]>> {
    if (this.closed) return Promise.resolve(fail('workspace_closed'));
    const refusal = this.options.refusal?.();
    if (refusal) return Promise.resolve(refusal);
    const submitted = this.submitting.then(submit);
    this.submitting = submitted.catch(() => undefined);
    return submitted;
  }

  /** Takes nothing new from here on, and waits for what is on its way to the disk. */
  async close(): Promise<void> {
    this.closed = true;
    await this.submitting;
  }

  /** Earlier submissions with these numbers (E.164) that count as duplicates, the newest first. */
  async duplicates(phoneNumbers: readonly string[]): Promise<Result<readonly Duplicate[]>> {
    return ok(await this.findDuplicates(this.lookFor(phoneNumbers)));
  }

  async get(id: string): Promise<Result<Submission>> {
    const submission = await this.find(id);
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
    const submission = await this.find(id);
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
    const submission = await this.find(id);
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
    const chosen = await this.findAll(ids);
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
    const submission = await this.find(id);
    const event = { type: 'request_id_entered', requestId, status } as const;
    return submission && (await this.changes.one(submission, event)) ? ok({ requestId }) : MOVED_ON;
  }

  private asksToWait(): Failure | undefined {
    const until = this.options.waiting?.askedToWaitUntil;
    const now = this.now();
    if (until === undefined || until <= now + SHORT_WAIT_MS) return undefined;
    return fail('service_asks_to_wait', { until, now });
  }

  private async submitAlone(
    fields: readonly SubmissionFields[],
    { replaces, again, despiteDuplicates = false, from }: SubmitOptions,
  ): Promise<Result<readonly Submission[]>> {
    const { store } = this.options;
    const first = again === undefined ? undefined : await this.find(again);
    const replaced = replaces === undefined ? undefined : await this.find(replaces);
    if (replaces !== undefined && !(replaced && REPLACEABLE.has(replaced.state))) return MOVED_ON;
    const numbers = fields.map(({ phoneNumber }) => phoneNumber);
    const twice = new Set(numbers).size < numbers.length;
    const known = first?.state === 'accepted' ? [first] : [];
    const look = { ...this.lookFor(numbers), except: replaces, known };
    // Else the store looks for them with the very step that stores: somebody may submit the same person meanwhile.
    const earlier = despiteDuplicates || twice ? await this.findDuplicates(look) : [];
    // Nothing is waited for from here to the step that stores: whoever changes the rules later finds what is stored.
    const rules = await this.options.rules();
    const unasked = consentProblem(rules.consent, fields);
    if (unasked) return unasked;
    if (!despiteDuplicates && twice) return duplicateOf(stillToAsk(earlier, look));
    const now = this.now();
    const submissions = fields.map((each) =>
      this.newSubmission(
        each,
        {
          previousSubmissionId: replaced?.id ?? first?.id ?? newestTwin(earlier, each.phoneNumber),
          replaced,
        },
        rules,
        now,
      ),
    );
    const withdrawn = replaced && transition(replaced, { type: 'discarded', by: 'correction' }, now);
    const added = despiteDuplicates
      ? await store.add(submissions, withdrawn, from)
      : await store.addUnlessKnown(submissions, look, withdrawn, from);
    if (added === false) return MOVED_ON;
    if (added !== true) return duplicateOf(added);
    this.options.onChange(submissions.map(({ id }) => id));
    return ok(submissions);
  }

  private async submitAgainAlone(ids: readonly string[]): Promise<Result<readonly Submission[]>> {
    const firsts = await this.findAll(ids);
    if (firsts.length < ids.length || firsts.some(({ state }) => state !== 'accepted')) return MOVED_ON;
    const rules = await this.options.rules();
    const unasked = consentProblem(rules.consent, firsts.map(askedAgain));
    if (unasked) return unasked;
    const numbers = firsts.map(({ phoneNumber }) => phoneNumber);
    const look = { ...this.lookFor(numbers), known: firsts };
    if (new Set(numbers).size < numbers.length) {
      return calledAgain(stillToAsk(await this.findDuplicates(look), look));
    }
    const now = this.now();
    const submissions = firsts.map((first) =>
      this.newSubmission(askedAgain(first), { previousSubmissionId: first.id, replaced: first }, rules, now),
    );
    const added = await this.options.store.addUnlessKnown(submissions, look);
    if (added === false) return MOVED_ON;
    if (added !== true) return calledAgain(added);
    this.options.onChange(submissions.map(({ id }) => id));
    return ok(submissions);
  }

  private newSubmission(
    fields: SubmissionFields,
    { previousSubmissionId, replaced }: Origin,
    { callingHours }: WorkspaceRules,
    now: number,
  ): Submission {
    const { notBefore = null, timeZone = null, anyHour = false, consentWording: _, ...asked } = fields;
    const earliest = Math.max(now + this.options.settings().undoSeconds * 1000, notBefore ?? 0);
    const { phoneNumber } = fields;
    // A corrected one keeps to the hours that held it: taking its chosen time away opens no night.
    const hoursInForce = boundBy(replaced?.hoursInForce, callingHours);
    const callee = { phoneNumber, timeZone, anyHour, hoursWaivedUntil: null, notBefore, hoursInForce };
    const hold = callingHoldAhead(callingHours, callee, earliest, now);
    return {
      id: randomUUID(),
      workspaceId: this.options.workspaceId,
      state: 'queued',
      ...asked,
      attempts: 0,
      sendAfter: hold?.until ?? earliest,
      notBefore,
      timeZone,
      anyHour,
      hoursWaivedUntil: null,
      callingHold: hold,
      hoursInForce,
      consent: consentOf(fields, replaced, now),
      problem: null,
      requestId: null,
      mayHaveReached: null,
      previousSubmissionId,
      revision: 1,
      createdAt: now,
      updatedAt: now,
    };
  }

  private lookFor(phoneNumbers: readonly string[]): DuplicateLook {
    const { workspaceId, settings } = this.options;
    return { workspaceId, phoneNumbers, since: this.now() - settings().duplicateDays * DAY_MS };
  }

  private findDuplicates(look: DuplicateLook): Promise<readonly Duplicate[]> {
    return this.options.store.duplicates(look.workspaceId, look.phoneNumbers, look.since);
  }

  private async findAll(ids: readonly string[]): Promise<Submission[]> {
    const found = await Promise.all(ids.map((id) => this.find(id)));
    return found.filter((each) => each !== undefined);
  }

  /** One decision for all of them; those that have moved on meanwhile are left as they are. */
  private async decide(ids: readonly string[], event: SubmissionEvent): Promise<Result<Changed>> {
    const changed = await this.changes.all(await this.findAll(ids), event);
    return changed === 0 ? MOVED_ON : ok({ changed });
  }

  private async find(id: string): Promise<Submission | undefined> {
    const submission = await this.options.store.get(id);
    return submission?.workspaceId === this.options.workspaceId ? submission : undefined;
  }
}

/** Where a new submission comes from. */
interface Origin {
  readonly previousSubmissionId: string | null;
  readonly replaced: Submission | undefined;
}

function outsideCallingHours({ timeZone, question }: CallingHold, now: number): Failure {
  return fail('outside_calling_hours', { timeZone, now, about: question?.about ?? null });
}

/** Waiting for the service, the network or a person's repair; not for a chosen time, the undo window or a resume. */
function waitsForAnotherTry({ problem }: Submission): boolean {
  return problem !== null && problem.code !== PAUSED_BY_YOU;
}

/** What was asked for, to ask for it once more as soon as possible. */
function askedAgain(first: Submission): SubmissionFields {
  const { candidateName, phoneNumber, resumeUrl, jobDescriptionId, questionnaireTemplateId } = first;
  const { timeZone, anyHour, consent } = first;
  return {
    candidateName,
    phoneNumber,
    resumeUrl,
    jobDescriptionId,
    questionnaireTemplateId,
    timeZone,
    anyHour,
    consentWording: consent?.wording ?? null,
  };
}

function newestTwin(duplicates: readonly Duplicate[], phoneNumber: string): string | null {
  const twin = duplicates.find((each) => each.phoneNumber === phoneNumber && each.workspace === null);
  return twin?.submissionId ?? null;
}

function duplicateOf([first]: readonly Duplicate[]): Failure {
  return fail('duplicate', { first: first ?? null });
}

function calledAgain([since]: readonly Duplicate[]): Failure {
  return fail('called_again', { since: since ?? null });
}
