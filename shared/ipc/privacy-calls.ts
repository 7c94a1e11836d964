import { z } from 'zod';
import {
  type DoNotCallAdded,
  type DoNotCallPage,
  doNotCallReason,
  type Forbidding,
  MAX_LISTED_NUMBERS,
  parseListedPhone,
} from '../do-not-call.ts';
import type { EvidenceState } from '../evidence.ts';
import { type Hold, type HoldPage, holdReason, MOST_HELD_AT_ONCE } from '../holds.ts';
import { encodeProblem, issueMessage } from '../input-problems.ts';
import { parsePhoneNumber } from '../phone-number.ts';
import {
  type ErasureReceipt,
  erasureChoice,
  type FoundPerson,
  type PrivacyState,
  personSearch,
  type RetentionPreview,
  retentionDays,
} from '../privacy.ts';
import { type Changed, call, id, noInput, nothing, type SavedFile, workspaceCall } from './call.ts';

export const privacy = {
  /** The data folder, erasure receipts, and files that may still contain personal data. */
  state: call(nothing).answers<PrivacyState>(),
  /** Finds everything stored about a person. */
  find: workspaceCall(personSearch).answers<FoundPerson>(),
  /**
   * Erases the chosen items; continues in the background, also after a restart. Errors: `nothing_to_erase`,
   * `on_its_way`, and `erasing_held` or `erasing_under_floor` if the choice doesn't confirm that.
   */
  erase: workspaceCall(erasureChoice).answers<ErasureReceipt>(),
  /** Saves what is stored about a person: what was chosen of what `find` found. Error: `nothing_to_export`. */
  saveHeld: workspaceCall(erasureChoice.extend({ format: z.enum(['html', 'json']) })).answers<SavedFile>(),
  saveReceipt: call(z.object({ id, format: z.enum(['txt', 'json']) })).answers<SavedFile>(),
  /** What a retention of `days` would erase now. */
  previewRetention: call(z.object({ days: retentionDays })).answers<RetentionPreview>(),
  removePutAside: call(z.object({ names: z.array(z.string().max(255)).min(1).max(1000) })).answers<Changed>(),
};

/** The longest text that can be saved as an explanation. */
export const MAX_EXPLANATION = 2_000_000;

/** What became of asking for a draft. `covered`: a verdict comes first, and none was given. */
type Explained =
  | { readonly kind: 'draft'; readonly text: string; readonly name: string }
  | { readonly kind: 'covered' };

/** Explanations of decisions, of all workspaces together. */
export const explanations = {
  /** A draft that says what was recorded about the decision on a submission. Error: `submission_not_found`. */
  draft: call(z.object({ submissionId: id })).answers<Explained>(),
  /** Notes in the evidence what was copied, and of how many. */
  copied: call(
    z.object({ what: z.enum(['explanation', 'summary']), count: z.int().min(1).max(1000) }),
  ).answers<void>(),
  /** Saves an explanation as a person has edited it. `name`: of whom it is about. */
  save: call(
    z.object({
      text: z.string().max(MAX_EXPLANATION),
      name: z.string().max(500),
      format: z.enum(['txt', 'html']),
    }),
  ).answers<SavedFile>(),
};

/** A number as it would be called, however it is written with its country code. */
const phoneNumber = z
  .string()
  .max(100, issueMessage('phone_too_long'))
  .transform((text, context) => {
    const called = parsePhoneNumber(text);
    const read = called.ok ? called : parseListedPhone(text, null);
    if (read.ok) return read.value.e164;
    // One that is not possible in its country can't be called, and stays as it is.
    if (E164.test(text)) return text;
    context.addIssue({ code: 'custom', message: encodeProblem(read.problem) });
    return z.NEVER;
  });

const E164 = /^\+[1-9]\d{4,14}$/;

/** Persons whose data is kept until they are released, of all workspaces together. */
export const holds = {
  page: call(z.object({ offset: z.int().min(0) })).answers<HoldPage>(),
  of: workspaceCall(z.object({ submissionId: id })).answers<readonly Hold[]>(),
  /** Holds the persons of these requests; gives how many were not held before. */
  placeOf: workspaceCall(
    z.object({ requestIds: z.array(id).min(1).max(MOST_HELD_AT_ONCE), reason: holdReason }),
  ).answers<Changed>(),
  /** Holds a person, unless they are held already. */
  place: call(
    z.object({
      name: z
        .string()
        .trim()
        .max(200, issueMessage('too_long', { most: 200 })),
      phoneNumber,
      reason: holdReason,
    }),
  ).answers<Changed>(),
  release: call(z.object({ id })).answers<void>(),
};

/** The record of what was done, as a chain of hashes, of all workspaces together. */
export const evidence = {
  state: call(nothing).answers<EvidenceState>(),
  /** Saves all chains as JSON lines, for `scripts/verify-evidence.mjs`. */
  save: call(nothing).answers<SavedFile>(),
  /** Saves the end of this installation's chain with its date, as text. Error: `nothing_to_export`. */
  saveHead: call(nothing).answers<SavedFile>(),
};

/** The numbers that nobody may call, of all workspaces together. */
export const doNotCall = {
  /** Entries that match a search (digits or words of the reason), those in force first. */
  page: call(
    z.object({ search: z.string().trim().max(200), offset: z.int().min(0) }),
  ).answers<DoNotCallPage>(),
  /** Adds numbers (E.164), each with its reason. Withdraws what waits for them, and tells what was sent already. */
  add: call(
    z.object({
      numbers: z
        .array(z.object({ phoneNumber, reason: doNotCallReason }))
        .min(1)
        .max(MAX_LISTED_NUMBERS),
    }),
  ).answers<DoNotCallAdded>(),
  /** How many of these numbers (E.164) `add` would add. */
  countNew: call(
    z.object({ phoneNumbers: z.array(phoneNumber).min(1).max(MAX_LISTED_NUMBERS) }),
  ).answers<number>(),
  /** What forbids calling each of these numbers (E.164); null where nothing does. */
  forbidding: call(z.object({ phoneNumbers: z.array(phoneNumber).min(1).max(1000) })).answers<
    readonly (Forbidding | null)[]
  >(),
  /** Ends an entry of a person, who says why. Error: `do_not_call_not_lifted`. */
  lift: call(
    z.object({ id, reason: doNotCallReason.min(1, issueMessage('lifting_reason_missing')) }),
  ).answers<void>(),
  /** How many entries in force a person added together with this one, itself included; 0 if it isn't in force. */
  addedTogether: call(z.object({ id })).answers<number>(),
  /** Ends all of them, with the reason. Error: `do_not_call_not_lifted`. */
  liftTogether: call(
    z.object({ id, reason: doNotCallReason.min(1, issueMessage('lifting_reason_missing')) }),
  ).answers<Changed>(),
  /** Ends the entries of erased numbers whose key is lost, with the reason. Error: `do_not_call_not_lifted`. */
  liftLost: call(
    z.object({ reason: doNotCallReason.min(1, issueMessage('lifting_reason_missing')) }),
  ).answers<Changed>(),
  /** Saves the whole list, lifted entries included, as a CSV file. */
  save: call(noInput).answers<SavedFile>(),
};
