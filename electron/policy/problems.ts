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
    return [{ where: place, message: issue.message }];
  });
}

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
