import { z } from 'zod';
import { decodeProblem, problem } from '../../shared/input-problems.ts';
import { type PolicyProblem, policyProblem } from '../../shared/policy.ts';
import { memberPath } from './strict-json.ts';

/**
 * Converts zod issues of `schema` to problems, without the invalid values: they may be secrets. `where`: the path of the
 * parsed value.
 */
export function problemsOf(error: z.ZodError, where: string, schema: z.ZodType): PolicyProblem[] {
  const range = rangeOf(schema);
  // Whatever is wrong with a number, its range says it all, once.
  if (range) return [policyProblem(where, 'out_of_range', range)];
  return error.issues.flatMap((issue) => {
    const place = issue.path.reduce<string>(
      (before, step) => (typeof step === 'number' ? `${before}[${step}]` : memberPath(before, String(step))),
      where,
    );
    if (issue.code === 'unrecognized_keys') return issue.keys.map((name) => unknownKey(place, name));
    return [problemOfIssue(issue, place)];
  });
}

/** The bounds of a schema for whole numbers, which a policy has nowhere but as the value of a setting. */
function rangeOf(schema: z.ZodType): { readonly least: number; readonly most: number } | undefined {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (!(inner instanceof z.ZodNumber) || inner.minValue === null || inner.maxValue === null) return undefined;
  return { least: inner.minValue, most: inner.maxValue };
}

function problemOfIssue(issue: z.core.$ZodIssue, where: string): PolicyProblem {
  const own = decodeProblem(issue);
  if (own.code !== 'does_not_fit') return { where, ...own };
  switch (issue.code) {
    case 'invalid_value':
      return policyProblem(where, 'none_of', { values: issue.values.map(String) });
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? policyProblem(where, 'value_missing')
        : policyProblem(where, 'of_another_kind', { kind: issue.expected });
    case 'too_big':
      return { where, ...problem('too_long', { most: Number(issue.maximum) }) };
    case 'too_small':
      return policyProblem(where, 'value_empty');
    default:
      return { where, ...own };
  }
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
