import { z } from 'zod';

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
  job: oneId,
  questionnaire: oneId,
  /** Who submitted them: the login of a colleague, or `MINE` (request-filter.ts); null: anybody. */
  by: z.string().max(200).nullable().default(null),
});
export type InsightsFilter = z.output<typeof insightsFilter>;

/** How far submissions came, each stage within the one before. Drafts and discarded ones are not counted. */
export interface Funnel {
  readonly submitted: number;
  /** Requests with the outcome `completed` or `assessed`. */
  readonly reached: number;
  readonly assessed: number;
  /** Verdicts on the assessed ones. */
  readonly yes: number;
  readonly maybe: number;
  readonly no: number;
}

/** How often people and the service agree in verdicts that were given before the results could be seen. */
export interface Agreement {
  readonly judged: number;
  /** A yes with a headline in the better half of its described scale, or a no with one in the worse half. */
  readonly agree: number;
  readonly differ: number;
}

export type OfJob<Figures> = Figures & {
  readonly id: string;
};

export interface InsightsAgreement {
  /** Verdicts that were given while the results were covered, but after they had been in view: in none of the numbers. */
  readonly leftOut: number;
  /** The most verdicts first. */
  readonly jobs: readonly OfJob<Agreement>[];
}

/** Values from `from` (inclusive) to `to` (exclusive; null for no upper bound). */
export interface Bin {
  readonly from: number;
  readonly to: number | null;
  readonly count: number;
}

/** A distribution of durations in minutes: median, 90th percentile and histogram. */
export interface Distribution {
  readonly count: number;
  readonly median: number | null;
  readonly p90: number | null;
  readonly bins: readonly Bin[];
}

/** How long accepted requests took, each from when the service accepted them. */
export interface InsightsTimes {
  readonly firstCall: Distribution;
  readonly assessment: Distribution;
}

/** Calls that started in one hour of the week. */
export interface HourCount {
  /** 0 is Monday. */
  readonly weekday: number;
  /** 0 to 23, local time. */
  readonly hour: number;
  readonly calls: number;
  /** Those of them in which somebody talked. */
  readonly reached: number;
}

/** A table on screen, to be saved as a file. */
export const insightsTable = z.object({
  title: z.string().min(1).max(200),
  headers: z.array(z.string().max(200)).min(1).max(20),
  rows: z.array(z.array(z.union([z.string().max(2000), z.number(), z.null()])).max(20)).max(5000),
});
