/**
 * What the app may cost where it is counted and not timed: each number with why it is that one. A test beside this file
 * holds each of them. A change that needs more says here why it is worth it.
 */

/**
 * JavaScript that is loaded before the first screen shows, gzip, bytes. React with its DOM alone is 67 kB, Mantine's parts
 * of the shell and the list most of the rest (F10 of docs/performance.md).
 */
export const STARTUP_SCRIPT_BYTES = 210_000;

/**
 * Scripts and style sheets that the page names: what runs while the rest is on its way, the bundler's own few lines,
 * everything of the first screen, and its style. Each more is a question to the main process while that is busy starting.
 */
export const FILES_BEFORE_FIRST_SCREEN = 4;

/**
 * Transactions, each one sync of the disk, of a submission that is sent while no other is: added, claimed, marked as
 * `sending`, and its outcome with the request that it became. A crash between any two of them is told apart by them.
 */
export const COMMITS_PER_SUBMISSION_ALONE = 4;

/**
 * The same for each of many that are sent eight at a time: what eight of them store meanwhile shares a transaction. Were
 * each of the three after the common first stored alone, it would be 3.
 */
export const COMMITS_PER_SUBMISSION_OF_MANY = 1.5;

/**
 * Sockets to the service that may be open beside one for each create under way: four for status reads that
 * nobody asked for, one for the sign-in's tokens, one that looks whether the service can be reached.
 */
export const SOCKETS_BESIDE_CREATES = 6;

/** Rows of a page: a window shows fewer than 40, and the next page is there before it is scrolled to. */
export const PAGE_ROWS = 100;

/** A page as it is serialized for the window, bytes: larger messages do not go inline in Electron's pipe. */
export const PAGE_BYTES = 64 * 1024;

/** Rows of the list that are drawn anew when one request's status has changed: its own. */
export const ROWS_DRAWN_PER_CHANGE = 1;
