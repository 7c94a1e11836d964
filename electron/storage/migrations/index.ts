import { foundation } from './001-foundation.ts';
import { duplicates } from './002-duplicates.ts';
import type { Migration } from './migration.ts';

/** All migrations, in the order of their numbers. */
export const migrations: readonly Migration[] = [foundation, duplicates];
