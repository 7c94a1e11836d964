import { z } from 'zod';
import type { PinnedField } from './assessment.ts';
import type { ScaledValue } from './described-field.ts';

const moment = z.int().min(0).nullable().default(null);
const oneId = z.string().min(1).max(200).nullable().default(null);

/**
 * Which submissions the figures cover: those the service accepted in this period, and unaccepted ones created in it.
 * Calls and results are those of the accepted ones.
 */
export const insightsFilter = z.object({
  /** `from` inclusive, `until` exclusive, UTC ms; null is open. */
  from: moment,
  until: moment,
  /** The id of a job description. */
  job: oneId,
  questionnaire: oneId,
});
export type InsightsFilter = z.output<typeof insightsFilter>;

/** How often a value occurs. */
export interface Count {
  readonly value: string;
  readonly count: number;
}

/** Submissions by outcome. Drafts and withdrawn ones are not counted. */
export interface Outcomes {
  readonly submitted: number;
  /** Queued, being sent or held. */
  readonly waiting: number;
  readonly needsDecision: number;
  readonly refused: number;
  readonly accepted: number;
  /** The accepted ones whose screening is complete. */
  readonly completed: number;
}

export type PeriodUnit = 'hour' | 'day' | 'week' | 'month' | 'year';

export interface PeriodOutcomes extends Outcomes {
  /** Start of the period in local time, UTC ms. */
  readonly start: number;
}

export interface IdOutcomes extends Outcomes {
  /** The service's id of a job description or questionnaire. */
  readonly id: string;
}

/** Submissions and their outcomes. */
export interface InsightsOverview {
  readonly total: Outcomes;
  readonly unit: PeriodUnit;
  /** Without gaps, earliest first. */
  readonly periods: readonly PeriodOutcomes[];
  /** Most submitted first. */
  readonly jobs: readonly IdOutcomes[];
  readonly questionnaires: readonly IdOutcomes[];
  /** What became of the accepted requests' candidates: codes of shared/outcome.ts. */
  readonly outcomes: readonly Count[];
  /** Statuses of accepted requests, as the service sent them. */
  readonly statuses: readonly Count[];
}

/** Values from `from` (inclusive) to `to` (exclusive; null for no upper bound). */
export interface Bin {
  readonly from: number;
  readonly to: number | null;
  readonly count: number;
}

/** A distribution of values: median, 90th percentile and histogram. */
export interface Distribution {
  readonly count: number;
  readonly median: number | null;
  readonly p90: number | null;
  readonly bins: readonly Bin[];
}

/** Figures about accepted requests. */
export interface InsightsRequests {
  /** From acceptance to completion, minutes. */
  readonly completion: Distribution;
  /** Number of requests by number of calls; the last entry includes all higher numbers. */
  readonly callsPerRequest: readonly { readonly calls: number; readonly requests: number }[];
  /** Average calls per completed request; null if there is none. */
  readonly callsPerCompleted: number | null;
}

/** Calls that started in one hour of the week. */
export interface HourCount {
  /** 0 is Monday. */
  readonly weekday: number;
  /** 0 to 23, local time. */
  readonly hour: number;
  readonly calls: number;
}

/** Figures about screening calls. */
export interface InsightsCalls {
  readonly calls: number;
  /** In minutes, of the answered calls that have one. */
  readonly durations: Distribution;
  /** As the service sent them; empty for calls without one. */
  readonly statuses: readonly Count[];
  /** Only hours with calls; calls without a time are left out. */
  readonly hours: readonly HourCount[];
}

/** Distribution of one pinned result field. */
export interface InsightsScore {
  readonly field: PinnedField;
  /** Requests whose results have the field. */
  readonly count: number;
  /** Further requests that are left out, because their results, with or without the field, are covered until a verdict. */
  readonly covered: number;
  /** The scale that people described for the field; null if there is none or questionnaires disagree. */
  readonly scale: Omit<ScaledValue, 'value'> | null;
  /** Distribution of the values on that scale. */
  readonly distribution: Distribution | null;
  /** Without a scale: the most frequent values, as sent. */
  readonly values: readonly Count[];
}

/** Numbers of verdicts that were given before the results could be seen. */
export interface AgreementCounts {
  readonly judged: number;
  /** A yes with a headline in the better half of its described scale, or a no with one in the worse half. */
  readonly agree: number;
  readonly differ: number;
  /** What is the verdict now. */
  readonly kept: number;
  /** Changed to a verdict that agrees. */
  readonly towards: number;
  /** Changed to a verdict that differs. */
  readonly away: number;
  /** Changed to a maybe, with which neither agrees nor differs. */
  readonly maybe: number;
  readonly removed: number;
}

/** How often people and the service agree. */
export interface InsightsAgreement {
  readonly total: AgreementCounts;
  /** Verdicts that were given while the results were covered, but after they had been in view: in none of the numbers. */
  readonly leftOut: number;
  /** The most verdicts first. */
  readonly jobs: readonly ({ readonly id: string } & AgreementCounts)[];
  readonly questionnaires: readonly ({ readonly id: string } & AgreementCounts)[];
}

/** A table on screen, to be saved as a file. */
export const insightsTable = z.object({
  title: z.string().min(1).max(200),
  headers: z.array(z.string().max(200)).min(1).max(20),
  rows: z.array(z.array(z.union([z.string().max(2000), z.number(), z.null()])).max(20)).max(5000),
});
export type InsightsTable = z.output<typeof insightsTable>;
