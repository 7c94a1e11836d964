import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import { stillToAsk } from '../../shared/duplicate-rules.ts';
import type { ImportedRows } from '../../shared/imports.ts';
import type { Duplicate } from '../../shared/outbox.ts';
import { type Failure, fail, ok, type Result } from '../../shared/result.ts';
import type { Submission, SubmissionFields } from '../../shared/submission.ts';
import type { WorkspaceRules } from '../../shared/workspace-rules.ts';
import { callingHoldAhead } from './calling-hours/calling-hold.ts';
import { boundBy } from './calling-hours/hours-in-force.ts';
import { consentOf, consentProblem } from './consent.ts';
import { findSubmission, findSubmissions } from './find-submissions.ts';
import type { DuplicateLook, SubmissionStore } from './ports.ts';
import { transition } from './transition.ts';

export interface SubmitterOptions {
  readonly workspaceId: string;
  readonly store: SubmissionStore;
  /** Why nothing may be sent from this workspace now, for an organisation's sake; undefined where it may. */
  readonly refusal?: () => Failure | undefined;
  /** Read at every submit, so that a changed setting counts at once. */
  readonly settings: () => { readonly undoSeconds: number; readonly duplicateDays: number };
  /** The workspace's own rules, as they are now. */
  readonly rules: () => Promise<WorkspaceRules>;
  /** Called after anything was stored. */
  readonly onChange: (submissionIds: readonly string[]) => void;
  readonly now?: () => number;
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

const DAY_MS = 24 * 60 * 60 * 1000;

/** States in which it is certain that the service has not taken the submission, and will not. */
const REPLACEABLE: ReadonlySet<Submission['state']> = new Set(['draft', 'queued', 'held', 'rejected']);

/** Takes in what a recruiter submits: as new, as a correction, or once more. Durable when it answers. */
export class Submitter {
  private readonly options: SubmitterOptions;
  private readonly now: () => number;
  /** One after the other: of two at the same moment the second must see the first as its duplicate. */
  private readonly mutex = pLimit(1);
  private closed = false;

  constructor(options: SubmitterOptions) {
    this.options = options;
    this.now = options.now ?? Date.now;
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
    return this.alone(() => this.submitAlone(fields, options));
  }

  /**
   * Queues a second try of each of these accepted submissions as it was, linked to it: all or none. The person's word
   * covers them and what came before them, and a consent keeps its day.
   *
   * Errors: `duplicate` where a person is among them twice or was submitted once more since, `consent_missing`,
   * `moved_on`, `workspace_closed`.
   */
  submitAgain(ids: readonly string[]): Promise<Result<readonly Submission[]>> {
    return this.alone(() => this.submitAgainAlone(ids));
  }

  private async alone(
    submit: () => Promise<Result<readonly Submission[]>>,
  ): Promise<Result<readonly Submission[]>> {
    if (this.closed) return fail('workspace_closed');
    return this.options.refusal?.() ?? this.mutex(submit);
  }

  /** Takes nothing new from here on, and waits for what is on its way to the disk. */
  async close(): Promise<void> {
    this.closed = true;
    await this.mutex(() => undefined);
  }

  /** Earlier submissions with these numbers (E.164) that count as duplicates, the newest first. */
  async duplicates(phoneNumbers: readonly string[]): Promise<Result<readonly Duplicate[]>> {
    return ok(await this.findDuplicates(this.lookFor(phoneNumbers)));
  }

  private async submitAlone(
    fields: readonly SubmissionFields[],
    { replaces, again, despiteDuplicates = false, from }: SubmitOptions,
  ): Promise<Result<readonly Submission[]>> {
    const { store } = this.options;
    const first = again === undefined ? undefined : await findSubmission(this.options, again);
    const replaced = replaces === undefined ? undefined : await findSubmission(this.options, replaces);
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
    const firsts = await findSubmissions(this.options, ids);
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
}

/** Where a new submission comes from. */
interface Origin {
  readonly previousSubmissionId: string | null;
  readonly replaced: Submission | undefined;
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
