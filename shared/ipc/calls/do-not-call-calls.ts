import { z } from 'zod';
import {
  type DoNotCallAdded,
  type DoNotCallPage,
  doNotCallReason,
  type Forbidding,
  MAX_LISTED_NUMBERS,
  parseListedPhone,
} from '../../do-not-call.ts';
import { encodeProblem, issueMessage } from '../../input-problems.ts';
import { parsePhoneNumber } from '../../phone-number.ts';
import { type Changed, call, id, noInput, type SavedFile } from '../call.ts';

const E164 = /^\+[1-9]\d{4,14}$/;

/** A number as it would be called, however it is written with its country code. */
export const phoneNumber = z
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
  ).answers<null>(),
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
