import {
  type BulkOutcome,
  type BulkProgress,
  type BulkRequest,
  type Correction,
  type GroupPart,
  LEFT_OUT_REASONS,
  type LeftOutReason,
  maySendAgain,
  waitsForRetry,
} from '../../shared/outbox.ts';
import { type Failure, fail, ok, type Result } from '../../shared/result.ts';
import {
  chosenTime,
  type Submission,
  type SubmissionFields,
  type SubmissionState,
} from '../../shared/submission.ts';
import type { Stores } from '../storage/stores/index.ts';
import { zonesOfNumber } from './calling-hours.ts';
import type { Finding } from './judge.ts';
import type { OutboxDecisions } from './outbox-decisions.ts';
import { fieldsOf, type Submitter } from './submitter.ts';
import { findSubmissions } from './transition-writer.ts';

interface BulkChangesOptions {
  readonly workspaceId: string;
  readonly store: Pick<Stores['submissions'], 'getAll' | 'outboxGroupIds'>;
  readonly submitter: Pick<Submitter, 'submit'>;
  readonly decisions: Pick<
    OutboxDecisions,
    'discard' | 'sendAgain' | 'refusedNow' | 'refusedAgain' | 'tryTheseNow' | 'takeBack' | 'chooseTimeZone'
  >;
  readonly now?: () => number;
}

/** Submissions per transaction. */
const STEP = 200;

/** The states in which a submission still belongs to a part of the Outbox. */
const STATES: Readonly<Record<GroupPart, readonly SubmissionState[]>> = {
  decisions: ['unconfirmed'],
  held: ['held'],
  waiting: ['queued', 'held'],
  refused: ['rejected'],
  drafts: ['draft'],
};

interface Tally {
  changed: number;
  readonly leftOut: Partial<Record<LeftOutReason, number>>;
  readonly queued: { readonly id: string; readonly sendAfter: number }[];
  readonly discarded: string[];
  readonly chosen: string[];
}

/**
 * Does one thing with many submissions, in steps that are each stored when done. Never more than the same decision about a
 * single one does without asking: duplicates, missing consent, numbers on the do-not-call list and what may have reached the
 * service are left out.
 */
export class BulkChanges {
  private readonly options: BulkChangesOptions;
  private running: BulkProgress | null = null;
  private isStopped = false;

  constructor(options: BulkChangesOptions) {
    this.options = options;
  }

  /** Null while nothing is running. */
  get progress(): BulkProgress | null {
    return this.running;
  }

  /** Ends the running one after its current step. */
  stop(): void {
    this.isStopped = true;
  }

  /** Runs one at a time: error `bulk_running` while another does. */
  async run(request: BulkRequest): Promise<Result<BulkOutcome>> {
    if (this.running) return fail('bulk_running');
    this.isStopped = false;
    this.running = { done: 0, total: 0 };
    try {
      return await this.runAlone(request);
    } finally {
      this.running = null;
    }
  }

  private async runAlone(request: BulkRequest): Promise<Result<BulkOutcome>> {
    const { store, workspaceId } = this.options;
    const { part, rows } = request;
    const ids =
      'ids' in rows
        ? [...new Set(rows.ids)]
        : await store.outboxGroupIds(workspaceId, part, rows.cause, rows.shownUntil);
    const tally: Tally = { changed: 0, leftOut: {}, queued: [], discarded: [], chosen: [] };
    for (let start = 0; start < ids.length && !this.isStopped; start += STEP) {
      const step = ids.slice(start, start + STEP);
      const failure = await this.runStep(request, step, ids.length, tally);
      // What the first steps did is told; what stopped a later one is so for all that follow.
      if (failure && tally.changed === 0) return failure;
      if (failure) break;
      this.running = { done: start + step.length, total: ids.length };
    }
    return ok(this.outcomeOf(tally, ids.length));
  }

  private outcomeOf({ changed, leftOut, queued, discarded, chosen }: Tally, total: number): BulkOutcome {
    const told = changed + Object.values(leftOut).reduce((sum, count) => sum + count, 0);
    const until = Math.min(...queued.map(({ sendAfter }) => sendAfter));
    return {
      changed,
      leftOut,
      undo: queued.length > 0 ? { ids: queued.map(({ id }) => id), until } : null,
      discarded,
      chosen,
      stopped: told < total,
    };
  }

  private async runStep(
    { action, part, correction = {}, timeZone }: BulkRequest,
    ids: readonly string[],
    total: number,
    tally: Tally,
  ): Promise<Failure | undefined> {
    const { decisions } = this.options;
    const found = await findSubmissions(this.options, ids);
    const still = found.filter(({ state }) => STATES[part].includes(state));
    count(tally, 'moved_on', ids.length - still.length);
    if (still.length === 0) return undefined;
    const stillIds = still.map(({ id }) => id);
    switch (action) {
      case 'discard':
        tally.discarded.push(...stillIds);
        return told(await decisions.discard(stillIds), still.length, tally);
      case 'send_again': {
        const again = still.filter(maySendAgain);
        count(tally, 'already_taken', still.length - again.length);
        const callable = withoutRefused(again, await decisions.refusedAgain(again), tally);
        if (callable.length === 0) return undefined;
        return told(await decisions.sendAgain(callable.map(({ id }) => id)), callable.length, tally);
      }
      case 'try_now': {
        const allowed = withoutRefused(still, await decisions.refusedNow(still), tally);
        const retried = allowed.filter(waitsForRetry);
        count(tally, 'no_retry', allowed.length - retried.length);
        return told(await decisions.tryTheseNow(retried), retried.length, tally);
      }
      case 'choose_time_zone':
        return timeZone === undefined ? undefined : this.chooseTimeZone(still, timeZone, total, tally);
      case 'take_back':
        return this.takeBack(stillIds, tally);
      case 'resubmit':
        return this.resubmit(still, correction, total, tally);
    }
  }

  private async chooseTimeZone(
    asked: readonly Submission[],
    timeZone: string,
    total: number,
    tally: Tally,
  ): Promise<Failure | undefined> {
    const there = asked.filter(
      ({ phoneNumber }) => total === 1 || zonesOfNumber(phoneNumber).includes(timeZone),
    );
    count(tally, 'other_time_zone', asked.length - there.length);
    if (there.length === 0) return undefined;
    tally.chosen.push(...there.map(({ id }) => id));
    return told(await this.options.decisions.chooseTimeZone(there, timeZone, total), there.length, tally);
  }

  private async takeBack(ids: readonly string[], tally: Tally): Promise<undefined> {
    for (const id of ids) {
      const taken = await this.options.decisions.takeBack(id);
      if (taken.ok) tally.changed += 1;
      else count(tally, 'moved_on', 1);
    }
  }

  /** Each as a correction of its own, like the form makes one: the refused one is discarded in the same transaction. */
  private async resubmit(
    refused: readonly Submission[],
    correction: Correction,
    total: number,
    tally: Tally,
  ): Promise<Failure | undefined> {
    const begun = this.running?.done ?? 0;
    for (const [index, submission] of refused.entries()) {
      if (this.isStopped) return undefined;
      if (submission.mayHaveReached !== null || submission.state !== 'rejected') {
        count(tally, submission.state === 'rejected' ? 'may_have_reached' : 'moved_on', 1);
        continue;
      }
      const fields = this.correctedFields(submission, correction);
      const submitted = await this.options.submitter.submit([fields], {
        replaces: submission.id,
        together: total,
      });
      if (submitted.ok) {
        tally.changed += 1;
        tally.queued.push(...submitted.value);
      } else {
        const reason = LEFT_OUT_REASONS.find((known) => known === submitted.error.code);
        if (!reason) return submitted;
        count(tally, reason, 1);
      }
      this.running = { done: begun + index + 1, total };
    }
    return undefined;
  }

  /** A time that a person chose stays if it is still to come. */
  private correctedFields(submission: Submission, correction: Correction): SubmissionFields {
    const notBefore = chosenTime(submission);
    const fields = fieldsOf(submission);
    const now = (this.options.now ?? Date.now)();
    return {
      ...fields,
      jobDescriptionId: correction.jobDescriptionId ?? fields.jobDescriptionId,
      questionnaireTemplateId: correction.questionnaireTemplateId ?? fields.questionnaireTemplateId,
      notBefore: notBefore !== null && notBefore > now ? notBefore : null,
    };
  }
}

/** Counts those that a rule refuses by its reason, and gives the others. */
function withoutRefused(
  submissions: readonly Submission[],
  findings: readonly (Finding | undefined)[],
  tally: Tally,
): readonly Submission[] {
  return submissions.filter((_each, index) => {
    const refused = LEFT_OUT_REASONS.find((known) => known === findings[index]?.reason.code);
    if (refused) count(tally, refused, 1);
    return !refused;
  });
}

function count(tally: Tally, reason: LeftOutReason, many: number): void {
  if (many > 0) tally.leftOut[reason] = (tally.leftOut[reason] ?? 0) + many;
}

/** Counts what a decision about many did; a failure other than that all have moved on is given back. */
function told(
  result: Result<{ readonly changed: number }>,
  asked: number,
  tally: Tally,
): Failure | undefined {
  if (!result.ok && result.error.code !== 'moved_on') return result;
  const changed = result.ok ? result.value.changed : 0;
  tally.changed += changed;
  count(tally, 'moved_on', asked - changed);
  return undefined;
}
