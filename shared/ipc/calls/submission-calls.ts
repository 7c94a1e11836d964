import { z } from 'zod';
import { says } from '../../input-problems.ts';
import { type Duplicate, OUTBOX_PARTS, type Outbox, type OutboxRow } from '../../outbox.ts';
import { type Submission, submissionInput } from '../../submission.ts';
import { type Changed, call, id, ids, noInput, workspaceCall } from '../call.ts';

export const submissions = {
  /**
   * Puts a submission in the queue; it is durable when this answers. Error `duplicate` where the phone number was
   * submitted before: `despiteDuplicates` is the person's word that it is meant. `again` names an earlier submission
   * of the same person that this is a second try of: the person's word for that one and those before it.
   */
  submit: workspaceCall(
    submissionInput.extend({
      replaces: id.optional(),
      again: id.optional(),
      despiteDuplicates: z.boolean().default(false),
    }),
  ).answers<Submission>(),
  /** Puts many in the queue in one transaction: all of them or, when it fails (or one is a duplicate), none. */
  submitMany: workspaceCall(
    z.object({
      submissions: z.array(submissionInput).min(1).max(500),
      despiteDuplicates: z.boolean().default(false),
    }),
  ).answers<{
    queued: number;
  }>(),
  /**
   * Queues a second try of each of these tracked requests, linked to it, all of them or none. The person's word covers
   * the requests named and what came before them: error `duplicate` where somebody is named twice or was submitted
   * once more since.
   */
  submitAgain: workspaceCall(z.object({ requestIds: z.array(id).min(1).max(500) })).answers<{
    queued: number;
  }>(),
  /** Earlier submissions and requests with these phone numbers (E.164), the newest first. */
  duplicates: workspaceCall(z.object({ phoneNumbers: z.array(z.string().max(20)).max(10_000) })).answers<
    readonly Duplicate[]
  >(),
  /** Takes one that was not sent back out of the queue as a draft: undo, or edit. */
  takeBack: workspaceCall(z.object({ id })).answers<Submission>(),
  /**
   * The person's answer to `Outbox.question`, for those it was about when it was shown: keep them waiting until their
   * hours begin, or send them now, after an undo window that ends at `sendAfter` (UTC ms). Answers whom it changed.
   */
  answerHolds: workspaceCall(
    z.object({ answer: z.enum(['send_now', 'keep_waiting']), shownUntil: z.int() }),
  ).answers<{
    ids: readonly string[];
    sendAfter: number;
  }>(),
  /** Takes back the word to send these now, as far as they have not gone. */
  undoSendHeld: workspaceCall(z.object({ ids })).answers<Changed>(),
  /** Holds waiting ones until a person resumes them. */
  pause: workspaceCall(z.object({ ids })).answers<Changed>(),
  resume: workspaceCall(z.object({ ids })).answers<Changed>(),
  outbox: workspaceCall(noInput).answers<Outbox>(),
  /** A later page of a part of the Outbox: `OUTBOX_PAGE` rows from `offset` on. */
  outboxPage: workspaceCall(
    z.object({ part: z.enum(OUTBOX_PARTS), offset: z.number().int().min(0).max(1_000_000_000) }),
  ).answers<readonly OutboxRow[]>(),
  get: workspaceCall(z.object({ id })).answers<Submission>(),
  /**
   * Tries now: one, even before the time chosen for it, or all of the current workspace that wait for another try.
   * Error `outside_calling_hours` for one whose candidate may not be called now: `outsideHours` is the person's word
   * that it is meant. Error `service_asks_to_wait` while the service has asked the whole queue to wait: with
   * `despiteWait` one goes all the same, and the others follow once the service has taken it.
   */
  tryNow: workspaceCall(
    z.object({
      id: id.optional(),
      outsideHours: z.boolean().default(false),
      despiteWait: z.boolean().default(false),
    }),
  ).answers<null>(),
  /** Checks an id with the service and, when it is there, tracks it. */
  enterRequestId: workspaceCall(
    z.object({ id, requestId: z.string().trim().min(1, says('request_id_missing')).max(200) }),
  ).answers<{
    requestId: string;
  }>(),
  /** Queues unconfirmed submissions once more: these persons may be called twice. */
  sendAgain: workspaceCall(z.object({ ids })).answers<Changed>(),
  /** Withdraws waiting, refused or unconfirmed submissions; their records stay. */
  discard: workspaceCall(z.object({ ids })).answers<Changed>(),
  setPaused: call(z.object({ paused: z.boolean() })).answers<null>(),
};
