import { isAbsolute } from 'node:path';
import { z } from 'zod';
import type { ListedNumber } from '../../shared/do-not-call.ts';
import { doNotCallReason, MAX_LISTED_NUMBERS, parseListedPhone } from '../../shared/do-not-call.ts';
import { isObject } from '../../shared/parse-json.ts';
import { type PolicyProblem, policyProblem } from '../../shared/policy.ts';
import { readSafely } from '../../shared/read-safely.ts';
import { INVALID, problemsOf, readMember, unknownKeys } from './policy-text.ts';

export interface PolicyNumbers {
  readonly numbers: readonly ListedNumber[];
  /** The path of a file with more of them; null if there is none. */
  readonly file: string | null;
  /** Whether it names a file, or may, whose path can't be told. */
  readonly isFileUnclear: boolean;
  /** False if something couldn't be read: then no earlier entry is removed. */
  readonly complete: boolean;
}

export const NO_NUMBERS: PolicyNumbers = {
  numbers: [],
  file: null,
  isFileUnclear: false,
  complete: true,
};
/** While the policy can't be read, its last entries stay. */
export const NUMBERS_UNREAD: PolicyNumbers = { ...NO_NUMBERS, complete: false };

const entry = z.strictObject({
  number: z.string().min(1).max(100).describe('A phone number with its country code.'),
  reason: doNotCallReason.optional().describe('Shown to whoever wants to call it.'),
});
const file = z
  .string()
  .min(1)
  .max(1000)
  .describe('The whole path of a CSV file (number, reason) or a text file with a number per line.');

/** The published schema of this part. */
export const policyDoNotCall = z
  .strictObject({
    numbers: z
      .array(z.union([entry.shape.number, entry]))
      .max(MAX_LISTED_NUMBERS)
      .optional()
      .describe('Phone numbers that nobody may call, each as text or with a reason.'),
    file: file.optional(),
  })
  .describe("Phone numbers that nobody may call from any workspace. People can't lift them.");

/** Validates the `do_not_call` of a policy number by number; an unreadable one doesn't affect the others. */
export function judgeDoNotCall(
  part: unknown,
): PolicyNumbers & { readonly problems: readonly PolicyProblem[] } {
  if (part === undefined) return { ...NO_NUMBERS, problems: [] };
  if (!isObject(part)) {
    return {
      ...NUMBERS_UNREAD,
      isFileUnclear: true,
      problems: [policyProblem('do_not_call', 'not_an_object')],
    };
  }
  const unknown = unknownKeys(part, 'do_not_call', Object.keys(policyDoNotCall.shape));
  const problems = [...unknown];
  const numbers = judgeNumbers(part['numbers'], problems);
  const path = judgeFile(part, problems);
  // The unknown name may be a misspelt file.
  const isFileUnclear = path === INVALID || (path === undefined && unknown.length > 0);
  const whole = typeof path === 'string' ? path : null;
  return { numbers, file: whole, isFileUnclear, complete: problems.length === 0, problems };
}

function judgeFile(
  part: Record<string, unknown>,
  problems: PolicyProblem[],
): string | typeof INVALID | undefined {
  const path = readMember(part, 'file', file, problems, 'do_not_call');
  if (typeof path !== 'string' || isAbsolute(path)) return path;
  // It would depend on the folder in which Callboard was started.
  problems.push(policyProblem('do_not_call.file', 'path_not_whole'));
  return INVALID;
}

function judgeNumbers(list: unknown, problems: PolicyProblem[]): ListedNumber[] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) {
    problems.push(policyProblem('do_not_call.numbers', 'not_a_list'));
    return [];
  }
  if (list.length > MAX_LISTED_NUMBERS) {
    problems.push(policyProblem('do_not_call.numbers', 'too_many_numbers', { most: MAX_LISTED_NUMBERS }));
  }
  return list.slice(0, MAX_LISTED_NUMBERS).flatMap((each: unknown, index) => {
    const where = `do_not_call.numbers[${index}]`;
    const parsed = readSafely(entry, typeof each === 'string' ? { number: each } : each);
    if (!parsed.success) {
      problems.push(...problemsOf(parsed.error, where, entry));
      return [];
    }
    return listedNumber(parsed.data.number, parsed.data.reason ?? '', where, problems);
  });
}

/** The number as a list of one; an empty list, with a problem added, if it can't be read. */
export function listedNumber(
  number: string,
  reason: string,
  where: string,
  problems: PolicyProblem[],
): ListedNumber[] {
  const read = parseListedPhone(number, null);
  if (read.ok) return [{ phoneNumber: read.value.e164, reason }];
  problems.push({ where, ...read.problem });
  return [];
}
