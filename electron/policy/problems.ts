import type { z } from 'zod';
import { decodeProblem } from '../../shared/input-problems.ts';
import { type PolicyProblem, policyProblem } from '../../shared/policy.ts';
import { memberPath } from './strict-json.ts';

/** Converts zod issues to problems, without the invalid values: they may be secrets. `where`: the path of the parsed value. */
export function problemsOf(error: z.ZodError, where: string): PolicyProblem[] {
  return error.issues.flatMap((issue) => {
    const place = issue.path.reduce<string>(
      (before, step) => (typeof step === 'number' ? `${before}[${step}]` : memberPath(before, String(step))),
      where,
    );
    if (issue.code === 'unrecognized_keys') return issue.keys.map((name) => unknownKey(place, name));
    return [problemOfIssue(issue, place)];
  });
}

function problemOfIssue(issue: z.core.$ZodIssue, where: string): PolicyProblem {
  switch (issue.code) {
    case 'invalid_value':
      return policyProblem(where, 'none_of', { values: issue.values.map(String) });
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? policyProblem(where, 'value_missing')
        : policyProblem(where, 'of_another_kind', { kind: issue.expected });
    case 'too_big':
      if (issue.origin === 'string') break;
      return policyProblem(where, 'too_great', { most: Number(issue.maximum) });
    case 'too_small':
      if (issue.origin === 'string') break;
      return policyProblem(where, 'too_small', { least: Number(issue.minimum) });
  }
  return { where, ...decodeProblem(issue) };
}

/** Reports unknown names in an object: they may be misspelt. */
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
  return policyProblem(memberPath(where, name), 'unknown_name');
}
