import type { DatabaseSync } from 'node:sqlite';

/** A schema migration. Versions increase by one; a released migration never changes. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
  /** Changes that SQL alone can't make; runs after `sql` in the same transaction, without enforcing foreign keys. */
  readonly run?: (db: DatabaseSync) => void;
}
