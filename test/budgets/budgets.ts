/**
 * What the app may cost where it is counted and not timed: each number with why it is that one. A test beside this file
 * holds each of them. A change that needs more says here why it is worth it.
 */

/**
 * JavaScript that is loaded before the first screen shows, gzip, bytes. React with its DOM alone is 67 kB, Mantine's parts
 * of the shell and the list twice that; the goal of docs/performance.md is 250 kB.
 */
export const STARTUP_SCRIPT_BYTES = 250_000;
