/**
 * An Electron release is supported until the third one after it, and a new one is released every eight weeks
 * (https://www.electronjs.org/docs/latest/tutorial/electron-timelines).
 */
const WEEKS_BETWEEN = 8;
const SUPPORTED_AT_A_TIME = 3;
const WEEK = 7 * 24 * 60 * 60 * 1000;

/** Electron 45.0.0. */
const KNOWN = { major: 45, released: Date.UTC(2026, 9, 21) };

/** Estimated end of support of a major version, UTC ms. */
export function electronSupportEnds(major: number): number {
  return KNOWN.released + (major - KNOWN.major + SUPPORTED_AT_A_TIME) * WEEKS_BETWEEN * WEEK;
}
