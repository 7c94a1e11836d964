import type { RetentionBounds } from '../../../shared/privacy.ts';
import { countOf } from '../../parts/format.ts';

/** Between which times an organisation lets people choose. */
export function boundsWords({ atLeastDays, atMostDays }: RetentionBounds): string {
  const floor = atLeastDays > 0 ? `at least ${countOf(atLeastDays, 'day')}` : null;
  const ceiling = atMostDays === null ? null : `at most ${countOf(atMostDays, 'day')}, so not forever`;
  return `Kept for ${[floor, ceiling].filter((part) => part !== null).join(' and ')}.`;
}
