import type { Outcomes } from '../../../shared/insights.ts';
import { countOf } from '../../parts/text/count-of.ts';
import type { Series } from './charts/series.ts';

/** The outcomes of submissions, furthest first. */
export const OUTCOME_SERIES: readonly Series[] = [
  { name: 'Completed', tone: 'solid' },
  { name: 'Accepted, not completed', tone: 'striped' },
  { name: 'Not accepted', tone: 'hollow' },
];

/** The parts of a bar, in the order of {@link OUTCOME_SERIES}. */
export function outcomeParts({ submitted, accepted, completed }: Outcomes): readonly number[] {
  return [completed, accepted - completed, submitted - accepted];
}

/** The outcomes as lines of a tooltip; waiting, undecided and refused ones only if there are any. */
export function outcomeLines(outcomes: Outcomes): readonly string[] {
  const { submitted, accepted, completed, waiting, needsDecision, refused } = outcomes;
  return [
    countOf(submitted, 'submitted', 'submitted'),
    countOf(accepted, 'accepted', 'accepted'),
    countOf(completed, 'completed', 'completed'),
    ...(waiting > 0 ? [countOf(waiting, 'waiting', 'waiting')] : []),
    ...(needsDecision > 0 ? [countOf(needsDecision, 'needs your decision', 'need your decision')] : []),
    ...(refused > 0 ? [countOf(refused, 'refused', 'refused')] : []),
  ];
}

export const OUTCOME_HEADERS = [
  'Submitted',
  'Accepted',
  'Completed',
  'Waiting',
  'Needs your decision',
  'Refused',
] as const;

/** The cells under {@link OUTCOME_HEADERS}. */
export function outcomeCells(outcomes: Outcomes): readonly number[] {
  const { submitted, accepted, completed, waiting, needsDecision, refused } = outcomes;
  return [submitted, accepted, completed, waiting, needsDecision, refused];
}

export const ONE_SERIES: readonly Series[] = [{ name: 'Number', tone: 'solid' }];
