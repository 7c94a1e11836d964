/** Lengths of time, ms. A day is one without a clock change. */
export const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;
