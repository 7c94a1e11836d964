import type { z } from 'zod';
import type { PolicyProblem } from '../../shared/policy.ts';
import { placeOf } from './strict-json.ts';

/** What is not right, in words that do not repeat it: it may be a secret. `where`: the path of what was parsed. */
export function problemsOf(error: z.ZodError, where: string): PolicyProblem[] {
  return error.issues.flatMap((issue) => {
    const place = issue.path.reduce<string>(
      (before, step) => (typeof step === 'number' ? `${before}[${step}]` : placeOf(before, String(step))),
      where,
    );
    if (issue.code === 'unrecognized_keys') return issue.keys.map((name) => unknownKey(place, name));
    return [{ where: place, message: plainWords(issue) }];
  });
}

/** Whoever writes a policy need not know how it is checked. Messages of our own schemas are plain already. */
function plainWords(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_value':
      return `Use one of ${issue.values.map(String).join(', ')}.`;
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? 'This is missing.'
        : `This has to be ${KINDS[issue.expected] ?? issue.expected}.`;
    case 'too_big':
      return issue.origin === 'string' ? issue.message : `Use ${issue.maximum} at most.`;
    case 'too_small':
      return issue.origin === 'string' ? issue.message : `Use ${issue.minimum} at least.`;
    default:
      return issue.message;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text, in double quotes',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
  object: 'an object, in braces',
  array: 'a list, in square brackets',
};

/** The names in an object that nobody knows: a misspelt one must not pass in silence. */
export function unknownKeys(
  holder: Record<string, unknown>,
  where: string,
  known: readonly string[],
): PolicyProblem[] {
  return Object.keys(holder)
    .filter((name) => !known.includes(name))
    .map((name) => unknownKey(where, name));
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unknownKey(where: string, name: string): PolicyProblem {
  return {
    where: placeOf(where, name),
    message: 'Callboard does not know this name. Check its spelling.',
  };
}
