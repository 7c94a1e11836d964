import { baseline } from './001-baseline.ts';
import type { Migration } from './migration.ts';

/** All migrations, in the order of their numbers. */
export const migrations: readonly Migration[] = [baseline];
