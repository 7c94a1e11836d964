import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import { callKey, isSameTelephone } from '../../shared/call-key.ts';
import type { Reason } from '../../shared/call-rules.ts';
import type { AnsweredFor } from '../../shared/duplicate-rules.ts';
import { stillToAsk } from '../../shared/duplicate-rules.ts';
import { DAY_MS } from '../../shared/durations.ts';
import type { HolidayLookup } from '../../shared/holidays.ts';
import { type ImportedRows, type JudgedRow, type RowsAsked, runDelaySeconds } from '../../shared/imports.ts';
import { type Duplicate, TIME_ZONE_NEEDED } from '../../shared/outbox.ts';
import { type Failure, fail, ok, type Result } from '../../shared/result.ts';
import type { Consent, Submission, SubmissionFields } from '../../shared/submission.ts';
import type { WorkspaceRules } from '../../shared/workspace-rules.ts';
import type { Stores } from '../storage/stores/index.ts';
import { factsAbout, failureOf, judgeForLater, refusing } from './ask-rules.ts';
import { boundBy, zonesOfNumber } from './calling-hours.ts';
import { type Facts, NUMBER_RULES } from './judge.ts';
import { waitOfNew } from './notice-wait.ts';
import { reviewRows } from './review-rows.ts';
import { transition } from './transition.ts';
import { findSubmission, findSubmissions } from './transition-writer.ts';

/** Which earlier submissions count as duplicates: see `duplicates` of the store. */
export interface DuplicateQuery extends AnsweredFor {
  readonly workspaceId: string;
  readonly phoneNumbers: readonly string[];
  /** UTC ms. */
  readonly since: number;
}

export interface SubmitterOptions {
  readonly workspaceId: string;
  readonly store: Stores['submissions'];
  /** Why the organisation's policy lets nothing be sent from this workspace now; undefined if it may. */
  readonly refusal?: () => Failure | undefined;
  /** Read at every submit, so that a changed setting takes effect at once. */
  readonly settings: () => { readonly undoSeconds: number; readonly duplicateDays: number };
  readonly rules: () => Promise<WorkspaceRules>;
  readonly holidays?: HolidayLookup | undefined;
  /** For each of these numbers, the change of the team that made the colleague's claim shown here; left out without a team. */
  readonly teamClaims?:
    | ((phoneNumbers: readonly string[]) => Promise<readonly (number | undefined)[]>)
    | undefined;
  /** The change that made a colleague's claim which is of this very submission, if there is one. */
  readonly teamClaimOf?: ((submission: Submission) => Promise<number | undefined>) | undefined;
  readonly onChange: (submissionIds: readonly string[]) => void;
  readonly now?: () => number;
}

export interface SubmitOptions {
  /** The id of the submission that this one corrects. */
  readonly replaces?: string | undefined;
  /** The id of an accepted submission that this one repeats: it and those before it don't count as duplicates. */
  readonly again?: string | undefined;
  /** The person knows of earlier submissions with the same phone number. */
  readonly despiteDuplicates?: boolean;
  /** Whose candidates were told of the call too recently wait until they may be called. */
  readonly waitForNotice?: boolean;
  /** The rows of the file they come from. */
  readonly from?: ImportedRows | undefined;
  /** How many are queued in one go, over several calls: many can be undone for longer. */
  readonly together?: number;
}

const MOVED_ON = fail('moved_on');

/** States in which the service certainly doesn't have the submission, and won't get it. */
const REPLACEABLE: ReadonlySet<Submission['state']> = new Set(['draft', 'queued', 'held', 'rejected']);

/** Stores what a recruiter submits: new, as a correction, or once more. Stored by the time a call returns. */
export class Submitter {
  private readonly options: SubmitterOptions;
  private readonly now: () => number;
  /** One submit at a time: of two at the same moment, the second must see the first as its duplicate. */
  private readonly mutex = pLimit(1);
  private closed = false;
  /** By call key: the change that made the colleague's claim of which a person was last told with the duplicates of a number. */
  private readonly told = new Map<string, number | undefined>();

  constructor(options: SubmitterOptions) {
    this.options = options;
    this.now = options.now ?? Date.now;
  }

  /**
   * Queues new submissions, all or none. `replaces` names one that this corrects: it is discarded in the same step, and
   * the new one refers to it. A submission that may have reached the service cannot be replaced: both would lead to a
   * call.
   *
   * Errors: a code of `REFUSAL_CODES` if a rule refuses one of them, `duplicate` if a phone number was submitted before (or
   * twice in these), `moved_on`, `workspace_closed`.
   */
  submit(
    fields: readonly SubmissionFields[],
    options: SubmitOptions = {},
  ): Promise<Result<readonly Submission[]>> {
    return this.exclusive(() => this.submitAlone(fields, options));
  }

  /**
   * Queues a second attempt of each of these accepted submissions unchanged, linked to it: all or none. The person's
   * decision covers these submissions and earlier ones, and a consent keeps its day.
   *
   * Errors: a code of `REFUSAL_CODES`, `called_again` if a person is among them twice or was submitted again since,
   * `moved_on`, `workspace_closed`.
   */
  submitAgain(ids: readonly string[]): Promise<Result<readonly Submission[]>> {
    return this.exclusive(() => this.submitAgainAlone(ids));
  }

  private async exclusive(
    submit: () => Promise<Result<readonly Submission[]>>,
  ): Promise<Result<readonly Submission[]>> {
    if (this.closed) return fail('workspace_closed');
    return this.options.refusal?.() ?? this.mutex(submit);
  }

  /** Accepts nothing new, and waits for what is being stored. */
  async close(): Promise<void> {
    this.closed = true;
    await this.mutex(() => undefined);
  }

  /** Earlier submissions with these numbers (E.164) that count as duplicates, newest first. */
  duplicates(phoneNumbers: readonly string[]): Promise<readonly Duplicate[]> {
    return this.tellDuplicates(phoneNumbers);
  }

  /**
   * For each of these, why it may not be called whatever a person decides, or null. Of several with one number, each is a
   * try for those after it.
   */
  async refusals(callees: readonly SentLater[]): Promise<readonly (Reason | null)[]> {
    const facts = await factsAbout(this.options, callees);
    const rules = await this.options.rules();
    const verdicts = judgeForLater(callees, rules, facts, this.now(), NUMBER_RULES);
    return verdicts.map((verdict) => (verdict.answer === 'goes' ? null : verdict.reason));
  }

  /** What would become of these rows of a file if they were queued now, in their order. */
  reviewRows(asked: RowsAsked): Promise<readonly (JudgedRow | null)[]> {
    // What a person has decided about was there when they did; a colleague's later claim is a question still.
    const decided = new Set(asked.rows.flatMap((row) => (row.anyway ? callKey(row.phoneNumber) : [])));
    const duplicates = (phoneNumbers: readonly string[]) => this.tellDuplicates(phoneNumbers, decided);
    return reviewRows({ ...this.options, duplicates, now: this.now }, asked);
  }

  private async submitAlone(
    fields: readonly SubmissionFields[],
    { replaces, again, despiteDuplicates = false, waitForNotice = false, from, together = 1 }: SubmitOptions,
  ): Promise<Result<readonly Submission[]>> {
    const { store } = this.options;
    const first = again === undefined ? undefined : await findSubmission(this.options, again);
    const replaced = replaces === undefined ? undefined : await findSubmission(this.options, replaces);
    if (replaces !== undefined && !(replaced && REPLACEABLE.has(replaced.state))) return MOVED_ON;
    const numbers = fields.map(({ phoneNumber }) => phoneNumber);
    const twice = new Set(numbers.map(callKey)).size < numbers.length;
    const known = first?.state === 'accepted' ? [first] : [];
    const query = { ...this.duplicateQuery(numbers), except: replaces, known };
    // Otherwise the store finds them in the transaction that stores, as someone may submit the same person in the
    // meantime.
    const earlier = despiteDuplicates || twice ? await this.findDuplicates(query) : [];
    const shown = await this.options.teamClaims?.(numbers);
    const facts = await factsAbout(this.options, fields);
    // No await between this one and the storing step: a later change of the rules then finds what was stored.
    const rules = await this.options.rules();
    // The person agreed to wait for the day of a notice, also by correcting one that waits for the same notice.
    const isAgreed = ({ noticeOn }: SubmissionFields): boolean =>
      waitForNotice || (replaced?.wantedAt !== undefined && replaced.noticeOn === noticeOn);
    const refused = this.refused(rules, fields, facts, isAgreed);
    if (refused) return refused;
    if (!despiteDuplicates && twice) {
      this.tell(numbers, shown);
      return alreadySubmitted(stillToAsk(earlier, query));
    }
    const now = this.now();
    const run = Math.max(together, from?.rows.length ?? 1);
    const undoSeconds = runDelaySeconds(run, this.options.settings().undoSeconds);
    const submissions = fields.map((submitted, index) =>
      this.newSubmission(
        submitted,
        {
          previousSubmissionId: replaced?.id ?? first?.id ?? newestWithNumber(earlier, submitted.phoneNumber),
          replaced,
        },
        {
          ...{ rules, now, undoSeconds },
          // Of what they weren't told, such as what this computer's clock makes too old, the team database asks them.
          teamSeen: despiteDuplicates ? this.toldOf(submitted.phoneNumber, shown?.[index]) : undefined,
        },
      ),
    );
    const withdrawn = replaced && transition(replaced, { type: 'discarded', by: 'correction' }, now);
    const added = despiteDuplicates
      ? await store.add(submissions, withdrawn, from)
      : await store.addUnlessKnown(submissions, query, withdrawn, from);
    if (added === false) return MOVED_ON;
    if (added !== true) {
      this.tell(numbers, shown);
      return alreadySubmitted(added);
    }
    this.options.onChange(submissions.map(({ id }) => id));
    return ok(submissions);
  }

  private async submitAgainAlone(ids: readonly string[]): Promise<Result<readonly Submission[]>> {
    const firsts = await findSubmissions(this.options, ids);
    if (firsts.length < ids.length || firsts.some(({ state }) => state !== 'accepted')) return MOVED_ON;
    const again = firsts.map(fieldsOf);
    // What the person decides about is this one: a later one of a colleague is a question, whatever the clock says.
    const knownChanges = await Promise.all(firsts.map((first) => this.options.teamClaimOf?.(first)));
    const facts = await factsAbout(this.options, again);
    const rules = await this.options.rules();
    const refused = this.refused(rules, again, facts);
    if (refused) return refused;
    const numbers = firsts.map(({ phoneNumber }) => phoneNumber);
    const query = { ...this.duplicateQuery(numbers), known: firsts };
    if (new Set(numbers.map(callKey)).size < numbers.length) {
      return submittedSince(stillToAsk(await this.findDuplicates(query), query));
    }
    const { undoSeconds } = this.options.settings();
    const moment = { rules, now: this.now(), undoSeconds };
    const submissions = firsts.map((first, index) =>
      this.newSubmission(
        fieldsOf(first),
        { previousSubmissionId: first.id, replaced: first },
        { ...moment, teamSeen: knownChanges[index] },
      ),
    );
    const added = await this.options.store.addUnlessKnown(submissions, query);
    if (added === false) return MOVED_ON;
    if (added !== true) return submittedSince(added);
    this.options.onChange(submissions.map(({ id }) => id));
    return ok(submissions);
  }

  /** Why the rules refuse these whatever else a person says. What can't be compared with the list yet waits in the queue. */
  private refused(
    rules: WorkspaceRules,
    fields: readonly SubmissionFields[],
    facts: readonly Facts[],
    isAgreed: (fields: SubmissionFields) => boolean = () => false,
  ): Failure | undefined {
    const known = facts.map((each) => ({ ...each, isNew: true }));
    const verdicts = judgeForLater(fields, rules, known, this.now());
    const refusals = fields.map((each, index) => {
      const refused = verdicts[index] && refusing(verdicts[index]);
      return refused?.reason.code === 'notice_too_recent' && isAgreed(each) ? undefined : refused;
    });
    return failureOf(fields, refusals);
  }

  private newSubmission(
    fields: SubmissionFields,
    { previousSubmissionId, replaced }: Origin,
    { rules, now, undoSeconds, teamSeen }: Moment,
  ): Submission {
    const { timeZone = null, anyHour = false } = fields;
    const { notBeforeTimeZone, consentWording: _, noticeOn, ...asked } = fields;
    const chosen = Math.max(now + undoSeconds * 1000, fields.notBefore ?? 0);
    // A correction keeps the hours that held the original: removing a chosen time must not lead to a call at night.
    const hoursInForce = boundBy(replaced?.hoursInForce, rules.callingHours);
    const wait = waitOfNew(
      rules,
      { ...fields, hoursInForce },
      { now, earliest: chosen },
      this.options.holidays,
    );
    const { notBefore } = wait;
    // Only if the person agreed to wait: otherwise it was refused.
    const wantedAt = wait.isTold ? (fields.notBefore ?? now) : undefined;
    const isAsked = wait.hours === TIME_ZONE_NEEDED;
    const hold = wait.hours === TIME_ZONE_NEEDED ? null : wait.hours;
    return {
      id: randomUUID(),
      workspaceId: this.options.workspaceId,
      state: isAsked ? 'held' : 'queued',
      ...asked,
      attempts: 0,
      sendAfter: hold?.until ?? Math.max(chosen, notBefore ?? 0),
      notBefore,
      ...(wantedAt !== undefined && { wantedAt }),
      ...(notBefore !== null && notBeforeTimeZone && { notBeforeTimeZone }),
      timeZone,
      anyHour,
      hoursWaivedUntil: null,
      callingHold: hold,
      hoursInForce,
      consent: consentOf(fields, replaced, now),
      ...(noticeOn && { noticeOn }),
      problem: isAsked
        ? { code: TIME_ZONE_NEEDED, since: now, timeZones: zonesOfNumber(fields.phoneNumber) }
        : null,
      requestId: null,
      mayHaveReached: null,
      ...(teamSeen !== undefined && { teamSeen }),
      previousSubmissionId,
      revision: 1,
      createdAt: now,
      updatedAt: now,
    };
  }

  private duplicateQuery(phoneNumbers: readonly string[]): DuplicateQuery {
    const { workspaceId, settings } = this.options;
    return { workspaceId, phoneNumbers, since: this.now() - settings().duplicateDays * DAY_MS };
  }

  private findDuplicates(query: DuplicateQuery): Promise<readonly Duplicate[]> {
    return this.options.store.duplicates(query.workspaceId, query.phoneNumbers, query.since);
  }

  /** The same for a person, who knows them from then on, but for those whose call keys are in `decided`. */
  private async tellDuplicates(
    phoneNumbers: readonly string[],
    decided: ReadonlySet<string> = new Set(),
  ): Promise<readonly Duplicate[]> {
    const numbers = phoneNumbers.filter((each) => !decided.has(callKey(each)));
    const shown = await this.options.teamClaims?.(numbers);
    const found = await this.findDuplicates(this.duplicateQuery(phoneNumbers));
    this.tell(numbers, shown);
    return found;
  }

  /** What a person was told of this number, if it is still what is shown: in another team, it would mean another claim. */
  private toldOf(phoneNumber: string, shown: number | undefined): number | undefined {
    return this.told.get(callKey(phoneNumber)) === shown ? shown : undefined;
  }

  private tell(phoneNumbers: readonly string[], shown: readonly (number | undefined)[] = []): void {
    for (const [index, change] of shown.entries()) this.told.set(callKey(phoneNumbers[index] ?? ''), change);
  }
}

type SentLater = Pick<SubmissionFields, 'phoneNumber' | 'notBefore' | 'timeZone' | 'anyHour' | 'noticeOn'>;

interface Origin {
  readonly previousSubmissionId: string | null;
  readonly replaced: Submission | undefined;
}

interface Moment {
  readonly rules: WorkspaceRules;
  readonly now: number;
  readonly undoSeconds: number;
  /** See `Submission`. */
  readonly teamSeen?: number | undefined;
}

/** The consent to store: the same wording for the same number keeps the day it was first recorded. */
export function consentOf(
  { consentWording, phoneNumber }: SubmissionFields,
  replaced: Pick<Submission, 'consent' | 'phoneNumber'> | undefined,
  now: number,
): Consent | null {
  if (!consentWording) return null;
  const isSame = replaced !== undefined && isSameTelephone(replaced.phoneNumber, phoneNumber);
  const earlier = isSame ? replaced.consent : null;
  return earlier?.wording === consentWording ? earlier : { at: now, wording: consentWording };
}

/** The fields of an earlier submission, to submit it again as soon as possible. */
export function fieldsOf(first: Submission): SubmissionFields {
  const { candidateName, phoneNumber, resumeUrl, jobDescriptionId, questionnaireTemplateId } = first;
  const { timeZone, anyHour, consent, noticeOn } = first;
  return {
    candidateName,
    phoneNumber,
    resumeUrl,
    jobDescriptionId,
    questionnaireTemplateId,
    timeZone,
    anyHour,
    consentWording: consent?.wording ?? null,
    noticeOn: noticeOn ?? null,
  };
}

function newestWithNumber(duplicates: readonly Duplicate[], phoneNumber: string): string | null {
  // A colleague's claim alone is of a submission that isn't here.
  const isHere = ({ workspace, by, requestId }: Duplicate) =>
    workspace === null && (by === undefined || requestId !== null);
  const twin = duplicates.find((each) => isSameTelephone(each.phoneNumber, phoneNumber) && isHere(each));
  return twin?.submissionId ?? null;
}

function alreadySubmitted([first]: readonly Duplicate[]): Failure {
  return fail('duplicate', { first: first ?? null });
}

function submittedSince([since]: readonly Duplicate[]): Failure {
  return fail('called_again', { since: since ?? null });
}
