import type { DatabaseSync } from 'node:sqlite';
import { baseline } from './001-baseline.ts';
import { erasedByTeam } from './002-erased-by-team.ts';
import { severalHolds } from './003-several-holds.ts';
import { calledToo } from './004-called-too.ts';
import { joinedRow } from './005-joined-row.ts';
import { teamCame } from './006-team-came.ts';

/** All migrations, in the order of their versions. */
export const migrations: readonly Migration[] = [
  baseline,
  erasedByTeam,
  severalHolds,
  calledToo,
  joinedRow,
  teamCame,
];

/** A schema migration. Versions increase by one; a released migration never changes. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
  /** Changes that SQL alone can't make; runs after `sql` in the same transaction, without enforcing foreign keys. */
  readonly run?: (db: DatabaseSync) => void;
}
