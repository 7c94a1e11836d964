/**
 * How long an Electron release is supported: until the third one after it is out, and a new one comes every eight weeks
 * (https://www.electronjs.org/docs/latest/tutorial/electron-timelines).
 */
const WEEKS_BETWEEN = 8;
const SUPPORTED_AT_A_TIME = 3;
const WEEK = 7 * 24 * 60 * 60 * 1000;

/** Electron 45.0.0. */
const KNOWN = { major: 45, released: Date.UTC(2026, 9, 21) };

/** When the support of this major version ends, UTC ms: reckoned by the cadence. */
export function electronSupportEnds(major: number): number {
  return KNOWN.released + (major - KNOWN.major + SUPPORTED_AT_A_TIME) * WEEKS_BETWEEN * WEEK;
}
