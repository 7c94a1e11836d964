import type { DatabaseSync } from 'node:sqlite';

/** One step of the schema's history. Numbers rise by one; a released migration never changes again. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
  /** What SQL alone cannot do; runs after `sql` in the same transaction, foreign keys not yet enforced. */
  readonly run?: (db: DatabaseSync) => void;
}
