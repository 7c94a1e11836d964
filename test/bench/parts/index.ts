import type { Part } from '../part.ts';

/** All parts of the benchmark, in the order in which they run. */
export const parts: readonly Part[] = [];
