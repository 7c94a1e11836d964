/**
 * Budgets that are counted rather than timed, each with its reason and a test beside this file. A change that needs
 * more explains here why it is worth it.
 */

/**
 * Scripts and style sheets in the page: the bundler's runtime, the first screen and its styles. Each
 * further file is a request to the main process while that is busy starting.
 */
export const FILES_BEFORE_FIRST_SCREEN = 3;

/**
 * Transactions (one disk sync each) of a submission sent alone: added, claimed, marked as `sending`, and its outcome
 * with the new request. They distinguish crashes between any two of these steps.
 */
export const COMMITS_PER_SUBMISSION_ALONE = 4;

/**
 * Transactions per submission when many are sent eight at a time: concurrent writes share transactions. Without sharing
 * it would be 3 after the common first one.
 */
export const COMMITS_PER_SUBMISSION_OF_MANY = 1.5;

/**
 * Open sockets to the service besides one per create call: four for background status reads, one for tokens and one for
 * the reachability check.
 */
export const SOCKETS_BESIDE_CREATES = 6;

/** Rows per page: a window shows fewer than 40, and the next page is prefetched. */
export const PAGE_ROWS = 100;

/** A serialised page, bytes: Electron's pipe doesn't send larger messages inline. */
export const PAGE_BYTES = 64 * 1024;

/** Rows re-rendered when one request's status changes: only its own. */
export const ROWS_DRAWN_PER_CHANGE = 1;
