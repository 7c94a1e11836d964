import { z } from 'zod';
import type { PinnedField } from './assessment.ts';
import type { ScaledValue } from './described-field.ts';

const moment = z.int().min(0).nullable().default(null);
const oneId = z.string().min(1).max(200).nullable().default(null);

/**
 * What the numbers are about: submissions that the service accepted in this time, and those made in it that it has
 * not accepted. Calls and results are those of the accepted ones.
 */
export const insightsFilter = z.object({
  /** At or after, and before: UTC ms; null is open. */
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

/** What became of submissions. Drafts and withdrawn ones are not counted. */
export interface Outcomes {
  readonly submitted: number;
  /** On their way or held. */
  readonly waiting: number;
  readonly needsDecision: number;
  readonly refused: number;
  readonly accepted: number;
  /** Of the accepted: screened to the end. */
  readonly completed: number;
}

export const PERIOD_UNITS = ['hour', 'day', 'week', 'month', 'year'] as const;
export type PeriodUnit = (typeof PERIOD_UNITS)[number];

export interface PeriodOutcomes extends Outcomes {
  /** Where the period begins in this computer's time, UTC ms. */
  readonly start: number;
}

export interface IdOutcomes extends Outcomes {
  /** The service's id of a job description or questionnaire. */
  readonly id: string;
}

/** What was submitted and what became of it. */
export interface InsightsOverview {
  readonly total: Outcomes;
  readonly unit: PeriodUnit;
  /** Without gaps, the earliest first. */
  readonly periods: readonly PeriodOutcomes[];
  /** The most submitted first. */
  readonly jobs: readonly IdOutcomes[];
  readonly questionnaires: readonly IdOutcomes[];
  /** Of accepted requests, as the service names them. */
  readonly statuses: readonly Count[];
}

/** Values between `from` and `to` (the upper edge left out; null: and all above). */
export interface Bin {
  readonly from: number;
  readonly to: number | null;
  readonly count: number;
}

/** How values lie: where the middle is, where nine of ten are below, and how many in which span. */
export interface Distribution {
  readonly count: number;
  readonly median: number | null;
  readonly p90: number | null;
  readonly bins: readonly Bin[];
}

/** How accepted requests went. */
export interface InsightsRequests {
  /** From acceptance to completion, minutes. */
  readonly completion: Distribution;
  /** How many requests have so many calls; the last one counts those with as many or more. */
  readonly callsPerRequest: readonly { readonly calls: number; readonly requests: number }[];
  /** Calls of completed requests, on average; null while there is none. */
  readonly callsPerCompleted: number | null;
}

/** Calls that began in one hour of the week. */
export interface HourCount {
  /** 0 is Monday. */
  readonly weekday: number;
  /** 0 to 23, in this computer's time. */
  readonly hour: number;
  readonly calls: number;
}

/** The screening calls. */
export interface InsightsCalls {
  readonly calls: number;
  /** Of the calls that have one, minutes. */
  readonly durations: Distribution;
  /** As the service names them; empty where it gave none. */
  readonly statuses: readonly Count[];
  /** Only hours that have calls; calls without a time are left out. */
  readonly hours: readonly HourCount[];
}

/** How the values of one pinned result field lie. */
export interface InsightsScore {
  readonly field: PinnedField;
  /** Requests whose results have the field. */
  readonly count: number;
  /** The one scale that people described for the field; null where nobody did, or not alike for all questionnaires. */
  readonly scale: Omit<ScaledValue, 'value'> | null;
  /** Of the values on that scale. */
  readonly distribution: Distribution | null;
  /** Without a scale: the most frequent values, as they were sent. */
  readonly values: readonly Count[];
}

/** A table as shown, to be saved as a file. */
export const insightsTable = z.object({
  title: z.string().min(1).max(200),
  headers: z.array(z.string().max(200)).min(1).max(20),
  rows: z.array(z.array(z.union([z.string().max(2000), z.number(), z.null()])).max(20)).max(5000),
});
export type InsightsTable = z.output<typeof insightsTable>;
