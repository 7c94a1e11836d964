import type { z } from 'zod';
import { type PolicyProblem, policyProblem } from '../../shared/policy.ts';
import { readSafely } from '../../shared/read-safely.ts';
import { problemsOf } from './problems.ts';
import { memberPath } from './strict-json.ts';

/** Stands for a value that a policy names but that isn't valid. */
export const INVALID = Symbol('invalid');

/** A member's value; undefined if missing, INVALID (with a problem added) if invalid. */
export function readMember<T>(
  holder: Record<string, unknown>,
  name: string,
  schema: z.ZodType<T>,
  problems: PolicyProblem[],
  within = '',
): T | typeof INVALID | undefined {
  if (!Object.hasOwn(holder, name)) return undefined;
  const where = memberPath(within, name);
  if (holder[name] === undefined || holder[name] === null) {
    problems.push(policyProblem(where, 'value_empty'));
    return INVALID;
  }
  const parsed = readSafely(schema, holder[name]);
  if (parsed.success) return parsed.data;
  problems.push(...problemsOf(parsed.error, where, schema));
  return INVALID;
}
