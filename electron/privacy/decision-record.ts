import type { DescribedField } from '../../shared/described-field.ts';
import type { HeldSubmission } from './held-data.ts';

export interface DecisionRecord {
  readonly held: HeldSubmission;
  /** The Library's names; null without one. */
  readonly job: string | null;
  readonly questionnaire: string | null;
  readonly described: readonly DescribedField[];
}
