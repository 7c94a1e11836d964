import { z } from 'zod';
import type { Reason } from '../call-rules.ts';
import { timeZone } from '../calling-hours.ts';
import { type Holiday, type HolidayCountry, holidayPlace } from '../holidays.ts';
import { issueMessage } from '../input-problems.ts';
import {
  BULK_ACTIONS,
  type BulkOutcome,
  type BulkProgress,
  type Duplicate,
  GROUP_PARTS,
  GROUPED_TABS,
  HISTORY_PARTS,
  type HistoryRow,
  OUTBOX_PARTS,
  type Outbox,
  type OutboxGroup,
  type OutboxRow,
} from '../outbox.ts';
import { type Submission, submissionInput } from '../submission.ts';
import type { SubmissionDetail } from '../submission-detail.ts';
import { type FoundSubmissions, MAX_FOUND_SUBMISSIONS } from '../submission-search.ts';
import { type WorkspaceRules, workspaceRules } from '../workspace-rules.ts';
import { type Changed, call, id, ids, noInput, workspaceCall } from './call.ts';

const offset = z.number().int().min(0).max(1_000_000_000);

/** A group of a tab of the Outbox. */
const group = {
  part: z.enum(GROUP_PARTS),
  cause: z.union([
    z.object({ is: z.string().max(4000) }),
    z.object({ isNot: z.array(z.string().max(4000)).max(100).readonly() }),
  ]),
};

/** The fields that many submissions can have in common. */
const correction = submissionInput.pick({ jobDescriptionId: true, questionnaireTemplateId: true }).partial();

export const submissions = {
  /**
   * Queues a submission; durable when it answers. Error `duplicate` if the phone number was submitted before;
   * `despiteDuplicates` is the person's confirmation. Error `notice_too_recent` if the candidate was told of the call too
   * recently; with `waitForNotice` it waits until they may be called. `again` is an earlier submission to the same person that this one
   * deliberately repeats: it confirms that one and those before it.
   */
  submit: workspaceCall(
    submissionInput.extend({
      replaces: id.optional(),
      again: id.optional(),
      despiteDuplicates: z.boolean().default(false),
      waitForNotice: z.boolean().default(false),
    }),
  ).answers<Submission>(),
  /** Queues many in one transaction: all of them, or none if it fails or one is a duplicate. */
  submitMany: workspaceCall(
    z.object({
      submissions: z.array(submissionInput).min(1).max(500),
      despiteDuplicates: z.boolean().default(false),
    }),
  ).answers<{
    queued: number;
  }>(),
  /**
   * Queues a linked second submission for each of these tracked requests, all or none. The confirmation covers these
   * requests and earlier ones: error `called_again` if somebody is among them twice or was submitted again since.
   */
  submitAgain: workspaceCall(z.object({ requestIds: z.array(id).min(1).max(500) })).answers<{
    queued: number;
  }>(),
  /** Earlier submissions and requests with these phone numbers (E.164), newest first. */
  duplicates: workspaceCall(z.object({ phoneNumbers: z.array(z.string().max(20)).max(10_000) })).answers<
    readonly Duplicate[]
  >(),
  /** Why this number (E.164) may not be called, whatever a person decides; null if it may. */
  checkNumber: workspaceCall(z.object({ phoneNumber: z.string().max(20) })).answers<Reason | null>(),
  /** Turns an unsent submission back into a draft that the form opens with, until `endEdit`: undo, or edit. */
  takeBack: workspaceCall(z.object({ id })).answers<Submission>(),
  /** A submission on hold is open in the form: it is not sent until `endEdit`, or until the app starts again. */
  beginEdit: workspaceCall(z.object({ id })).answers<Submission>(),
  /** The form was left: without a correction, the submission goes on as if it had not been opened. */
  endEdit: workspaceCall(z.object({ id })).answers<void>(),
  /**
   * Answers `Outbox.question` for the submissions it covered when it was shown: keep them waiting until their hours
   * begin, or send them now, after an undo window that ends at `sendAfter` (UTC ms). Returns the changed ids.
   */
  answerHolds: workspaceCall(
    z.object({ answer: z.enum(['send_now', 'keep_waiting']), shownUntil: z.int() }),
  ).answers<{
    ids: readonly string[];
    sendAfter: number;
  }>(),
  /** Undoes `send_now` for those of these that have not been sent. */
  undoSendHeld: workspaceCall(z.object({ ids })).answers<Changed>(),
  /** Undoes `choose_time_zone` for those of these that have not been sent. */
  undoTimeZone: workspaceCall(z.object({ ids })).answers<Changed>(),
  /** Holds waiting submissions until a person resumes them. */
  pause: workspaceCall(z.object({ ids })).answers<Changed>(),
  resume: workspaceCall(z.object({ ids })).answers<Changed>(),
  outbox: workspaceCall(noInput).answers<Outbox>(),
  /** A later page of a part of the Outbox: `OUTBOX_PAGE` rows from `offset` on. */
  outboxPage: workspaceCall(z.object({ part: z.enum(OUTBOX_PARTS), offset })).answers<readonly OutboxRow[]>(),
  /** The rows of a tab of the Outbox by cause; each group with its first page. */
  outboxGroups: workspaceCall(z.object({ tab: z.enum(GROUPED_TABS) })).answers<readonly OutboxGroup[]>(),
  /** A later page of a group: `GROUP_PAGE` rows from `offset` on. */
  outboxGroupPage: workspaceCall(z.object({ ...group, offset })).answers<readonly OutboxRow[]>(),
  /** The phone numbers (E.164) of a group as it was when shown (UTC ms), each once. */
  outboxGroupPhones: workspaceCall(z.object({ ...group, shownUntil: z.int().min(0) })).answers<
    readonly string[]
  >(),
  /** A part of what left the Outbox, the latest first: `OUTBOX_PAGE` rows from `offset` on. */
  historyPage: workspaceCall(z.object({ part: z.enum(HISTORY_PARTS), offset })).answers<
    readonly HistoryRow[]
  >(),
  /**
   * Does one thing with many submissions of a part of the Outbox, in steps: those with these ids, or a group as it was
   * when shown. Others, and those that have changed since, are left out, and so is whatever a single decision would ask
   * about first. `correction`: what `resubmit` changes; `timeZone`: what `choose_time_zone` chooses. Errors: `service_asks_to_wait` (`try_now`), `bulk_running`.
   */
  bulk: workspaceCall(
    z.object({
      action: z.enum(BULK_ACTIONS),
      part: group.part,
      rows: z.union([z.object({ ids }), z.object({ cause: group.cause, shownUntil: z.int() })]),
      correction: correction.optional(),
      timeZone: timeZone.optional(),
    }),
  ).answers<BulkOutcome>(),
  /** Progress of `bulk`; null while none is running. */
  bulkProgress: workspaceCall(noInput).answers<BulkProgress | null>(),
  /** Ends `bulk` after the current step; what was changed stays. */
  stopBulk: workspaceCall(noInput).answers<void>(),
  get: workspaceCall(z.object({ id })).answers<Submission>(),
  /**
   * One submission, whatever became of it, with its history. Errors: `submission_elsewhere` if another workspace has it,
   * `submission_not_found`.
   */
  detail: workspaceCall(z.object({ id })).answers<SubmissionDetail>(),
  /**
   * Submissions that are not accepted, discarded ones included, by the words of candidate and job or the digits of the
   * phone number; accepted ones are found by `requests.list`.
   */
  search: workspaceCall(
    z.object({
      search: z.string().max(200),
      importId: z.string().max(200).optional(),
      limit: z.int().min(0).max(MAX_FOUND_SUBMISSIONS),
    }),
  ).answers<FoundSubmissions>(),
  /** Opens the resume link in the system browser. Error `link_not_secure` unless https. */
  openResume: workspaceCall(z.object({ id })).answers<void>(),
  /**
   * Sends now: one submission, even before its chosen time, or all of the workspace that wait for a retry. Error
   * `outside_calling_hours` if the candidate may not be called now; `outsideHours` is the person's confirmation. Error
   * `service_asks_to_wait` during a Retry-After for the whole queue: with `despiteWait` one is sent anyway, and the
   * others follow once the service has accepted it. Error `colleague_claimed` if a colleague has the number;
   * `despiteColleague`, the claim's `change`, is the person's confirmation. Returns how many were made due.
   */
  tryNow: workspaceCall(
    z.object({
      id: id.optional(),
      outsideHours: z.boolean().default(false),
      despiteWait: z.boolean().default(false),
      despiteColleague: z.number().optional(),
    }),
  ).answers<Changed>(),
  /** Looks an id up at the service and, if it exists, tracks it. */
  enterRequestId: workspaceCall(
    z.object({ id, requestId: z.string().trim().min(1, issueMessage('request_id_missing')).max(200) }),
  ).answers<{
    requestId: string;
  }>(),
  /** Queues unconfirmed submissions again: these candidates may be called twice. */
  sendAgain: workspaceCall(z.object({ ids })).answers<Changed>(),
  /** Withdraws waiting, refused or unconfirmed submissions; their records stay. */
  discard: workspaceCall(z.object({ ids })).answers<Changed>(),
  /**
   * Undoes `discard` for those that nothing has happened to since, as long as the app runs. What was to be sent is paused.
   * Errors: `sent_already` if the service has them after all, `moved_on`.
   */
  undoDiscard: workspaceCall(z.object({ ids })).answers<Changed>(),
  setPaused: call(z.object({ paused: z.boolean() })).answers<void>(),
};

/** When a candidate may be called, and in which time zones. */
export interface CallingTime {
  /** UTC ms; the given moment if it is within the hours; null if a person has to choose the candidate's time zone. */
  readonly at: number | null;
  /** IANA names; several if the number is ambiguous. */
  readonly timeZones: readonly string[];
  /** The zones that the person's choice or the number tells, IANA names; empty if neither does. */
  readonly candidateTimeZones: readonly string[];
  /** The public holiday that the call waits for; null while holidays aren't known; left out if there is none. */
  readonly holiday?: string | null | undefined;
  /** Whether the workspace enforces calling hours. */
  readonly held: boolean;
}

export const rules = {
  get: workspaceCall(noInput).answers<WorkspaceRules>(),
  save: workspaceCall(workspaceRules).answers<WorkspaceRules>(),
  /**
   * The earliest time a number (E.164) may be called, in the chosen zone or the number's own: from now on, or from
   * `notBefore` (UTC ms) if that is later.
   */
  callingTime: workspaceCall(
    z.object({
      phoneNumber: z.string().max(20),
      timeZone: timeZone.nullable().default(null),
      notBefore: z.int().nullable().default(null),
    }),
  ).answers<CallingTime>(),
  /** The countries and regions whose public holidays are known. */
  holidayCountries: workspaceCall(noInput).answers<readonly HolidayCountry[]>(),
  /** The next public holidays of a place, from a date (`2027-01-06`) on; null if they can't be told. */
  nextHolidays: workspaceCall(z.object({ place: holidayPlace, from: z.iso.date() })).answers<
    readonly Holiday[] | null
  >(),
};
