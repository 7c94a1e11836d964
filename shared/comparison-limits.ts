/** The fewest requests that can be compared. */
export const MIN_COMPARED = 2;
/** The most requests that fit next to each other. */
export const MAX_COMPARED = 6;
