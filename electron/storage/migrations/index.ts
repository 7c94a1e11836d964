import { baseline } from './001-baseline.ts';
import type { Migration } from './migration.ts';

/** All migrations, in the order of their versions. */
export const migrations: readonly Migration[] = [baseline];
