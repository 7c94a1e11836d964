/** Precedes a check's JSON in the output of the probe. */
export const CHECK_MARK = 'first-run-check ';
