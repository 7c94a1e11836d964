import { z } from 'zod';
import { issueMessage } from '../../input-problems.ts';
import { type Duplicate, OUTBOX_PARTS, type Outbox, type OutboxRow } from '../../outbox.ts';
import { type Submission, submissionInput } from '../../submission.ts';
import { type Changed, call, id, ids, noInput, workspaceCall } from '../call.ts';

export const submissions = {
  /**
   * Queues a submission; durable when it answers. Error `duplicate` if the phone number was submitted before;
   * `despiteDuplicates` is the person's confirmation. `again` is an earlier submission to the same person that this one
   * deliberately repeats: it confirms that one and those before it.
   */
  submit: workspaceCall(
    submissionInput.extend({
      replaces: id.optional(),
      again: id.optional(),
      despiteDuplicates: z.boolean().default(false),
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
  /** Turns an unsent submission back into a draft: undo, or edit. */
  takeBack: workspaceCall(z.object({ id })).answers<Submission>(),
  /** A submission on hold is open in the form: it is not sent until `endEdit`, or until the app starts again. */
  beginEdit: workspaceCall(z.object({ id })).answers<Submission>(),
  /** The form was left: without a correction, the submission goes on as if it had not been opened. */
  endEdit: workspaceCall(z.object({ id })).answers<null>(),
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
  /** Holds waiting submissions until a person resumes them. */
  pause: workspaceCall(z.object({ ids })).answers<Changed>(),
  resume: workspaceCall(z.object({ ids })).answers<Changed>(),
  outbox: workspaceCall(noInput).answers<Outbox>(),
  /** A later page of a part of the Outbox: `OUTBOX_PAGE` rows from `offset` on. */
  outboxPage: workspaceCall(
    z.object({ part: z.enum(OUTBOX_PARTS), offset: z.number().int().min(0).max(1_000_000_000) }),
  ).answers<readonly OutboxRow[]>(),
  get: workspaceCall(z.object({ id })).answers<Submission>(),
  /**
   * Sends now: one submission, even before its chosen time, or all of the workspace that wait for a retry. Error
   * `outside_calling_hours` if the candidate may not be called now; `outsideHours` is the person's confirmation. Error
   * `service_asks_to_wait` during a Retry-After for the whole queue: with `despiteWait` one is sent anyway, and the
   * others follow once the service has accepted it.
   */
  tryNow: workspaceCall(
    z.object({
      id: id.optional(),
      outsideHours: z.boolean().default(false),
      despiteWait: z.boolean().default(false),
    }),
  ).answers<null>(),
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
  setPaused: call(z.object({ paused: z.boolean() })).answers<null>(),
};
