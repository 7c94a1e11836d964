import type { PinnedField } from './assessment.ts';

/** Values of one field that a person is shown as examples. */
export const MAX_EXAMPLES = 3;

/** What a field had in an answer: a value as the service sent it, or the size of a list or group. */
export type Example =
  | { readonly kind: 'value'; readonly value: string | number | boolean }
  | { readonly kind: 'list' | 'group'; readonly size: number };

export interface FieldExamples {
  /** See assessment-paths.ts. */
  readonly path: string;
  /** The field as a column, named as the service names it; null if a column can't show it. */
  readonly pin: Pick<PinnedField, 'path' | 'label' | 'kind'> | null;
  readonly answers: number;
  /** Distinct ones, the newest first, at most {@link MAX_EXAMPLES}. */
  readonly examples: readonly Example[];
}

/** What the newest answers to a questionnaire had in its result fields. Nothing of covered results is in it. */
export interface AnswerExamples {
  readonly answers: number;
  readonly leftOutCovered: boolean;
  /** The described fields, and others in the order of the first answer that has them. */
  readonly fields: readonly FieldExamples[];
  /** Whether the answers have more fields than are listed. */
  readonly hasMore: boolean;
}

/** A field that most answers to a questionnaire have a number in, offered as its score; nobody has described any. */
export interface ScoreOffer {
  readonly questionnaireId: string;
  readonly path: string;
  /** Named as the service names it. */
  readonly label: string;
  /** The numbers so far. */
  readonly least: number;
  readonly most: number;
  /** The end of a scale from 0 that has all of them: as the answers state it, or the next of 1, 5, 10, 100 and 1,000. */
  readonly of: number;
}
