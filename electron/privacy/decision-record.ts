import type { DescribedField } from '../../shared/described-field.ts';
import type { HeldSubmission } from './held-data.ts';

/** What was recorded about the decision on a submission. */
export interface DecisionRecord {
  readonly held: HeldSubmission;
  /** The Library's names; null without one. */
  readonly job: string | null;
  readonly questionnaire: string | null;
  /** The fields of its results that the Library describes. */
  readonly described: readonly DescribedField[];
}
