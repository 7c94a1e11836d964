import { z } from 'zod';
import { isObject } from '../../shared/parse-json.ts';
import { type PolicyProblem, policyProblem } from '../../shared/policy.ts';
import { MAX_RETENTION_DAYS, type RetentionBounds, withinBounds } from '../../shared/privacy.ts';
import { INVALID, readMember, unknownKeys } from './policy-text.ts';

/** The bounds of a policy for how long finished requests are kept. */
export const policyRetention = z
  .strictObject({
    at_least_days: z
      .int()
      .min(0)
      .max(MAX_RETENTION_DAYS)
      .optional()
      .describe(
        'People can have finished requests erased no earlier than this many days after their last change. Erasing one person stays possible after a second question.',
      ),
    at_most_days: z
      .int()
      .min(1)
      .max(MAX_RETENTION_DAYS)
      .optional()
      .describe(
        'Finished requests are erased no later than this many days after their last change. People can neither choose longer nor never; what a legal hold keeps stays.',
      ),
  })
  .describe('How long finished requests are kept: the bounds between which people can choose.');

/** What a policy says about them. */
export interface PolicyRetention extends RetentionBounds {
  /** Whether a part can't be read: then nothing is erased by itself, as it might be too early. */
  readonly unclear: boolean;
}

export const NO_RETENTION_BOUNDS: PolicyRetention = { atLeastDays: 0, atMostDays: null, unclear: false };
export const RETENTION_UNREAD: PolicyRetention = { ...NO_RETENTION_BOUNDS, unclear: true };

/** Validates a policy's `retention` part by part, and adds its problems. A floor above the ceiling makes both unclear. */
export function judgeRetention(
  document: Record<string, unknown>,
  problems: PolicyProblem[],
): PolicyRetention {
  if (!Object.hasOwn(document, 'retention')) return NO_RETENTION_BOUNDS;
  const retention = document['retention'];
  if (!isObject(retention)) {
    problems.push(policyProblem('retention', retention === null ? 'value_empty' : 'not_an_object'));
    return RETENTION_UNREAD;
  }
  const { shape } = policyRetention;
  const unknown = unknownKeys(retention, 'retention', Object.keys(shape));
  problems.push(...unknown);
  const least = readMember(retention, 'at_least_days', shape.at_least_days, problems, 'retention');
  const most = readMember(retention, 'at_most_days', shape.at_most_days, problems, 'retention');
  const isUnset = least === undefined || most === undefined;
  const bounds = {
    atLeastDays: typeof least === 'number' ? least : 0,
    atMostDays: typeof most === 'number' ? most : null,
    // The unknown name may be a misspelt one of those that are not set.
    unclear: least === INVALID || most === INVALID || (unknown.length > 0 && isUnset),
  };
  if (bounds.atMostDays !== null && bounds.atLeastDays > bounds.atMostDays) {
    problems.push(
      policyProblem('retention.at_most_days', 'ceiling_below_floor', { floor: bounds.atLeastDays }),
    );
    return RETENTION_UNREAD;
  }
  return bounds;
}

/** Adds a problem if the policy's own `retention_days` contradict its bounds; gives whether they do. */
export function contradictsBounds(
  days: number | undefined,
  { atLeastDays, atMostDays }: PolicyRetention,
  problems: PolicyProblem[],
): boolean {
  if (days === undefined || withinBounds(days, { atLeastDays, atMostDays }) === days) return false;
  problems.push(policyProblem('retention_days', 'retention_outside_bounds', { atLeastDays, atMostDays }));
  return true;
}

/**
 * The floor of which a person is told who erases somebody, in days: while this policy's can't be read, that of the last
 * readable one.
 */
export function floorToTell({ atLeastDays, unclear }: PolicyRetention, last: number): number {
  return unclear && atLeastDays === 0 ? last : atLeastDays;
}

/** The floor below which nothing is erased by a retention, in days; infinite while the policy's can't be read. */
export function floorOf({ atLeastDays, unclear }: PolicyRetention): number {
  return unclear ? Number.POSITIVE_INFINITY : atLeastDays;
}
