import { isOf, pending } from './001-baseline.ts';
import type { Migration } from './index.ts';

/** Several holds on one number, as colleagues place them: a team knows each by its id. */
export const severalHolds: Migration = {
  version: 32,
  sql: `
    CREATE TABLE new_holds (
      id TEXT PRIMARY KEY,
      -- The call key (shared/call-key.ts).
      number TEXT NOT NULL,
      -- '': only the number is known.
      name TEXT NOT NULL,
      reason TEXT NOT NULL,
      placed_at INTEGER NOT NULL,
      placed_by TEXT NOT NULL,
      -- As of do_not_call.
      team TEXT
    ) STRICT;
    INSERT INTO new_holds SELECT id, number, name, reason, placed_at, placed_by, team FROM holds;
    DROP TABLE holds;
    ALTER TABLE new_holds RENAME TO holds;
    CREATE INDEX holds_by_placed ON holds (placed_at);
    CREATE INDEX holds_by_number ON holds (number);
    CREATE TRIGGER hold_to_share AFTER INSERT ON holds
      ${pending('hold', 'SELECT workspace_id, NEW.id AS key FROM teams WHERE applying = 0', 'NEW.team IS NULL')}
    CREATE TRIGGER hold_to_release AFTER DELETE ON holds
      ${pending('hold', `SELECT workspace_id, OLD.id AS key FROM teams WHERE applying = 0 AND ${isOf('OLD')}`)}
    -- A colleague's may have taken the place of one in the team's database.
    DELETE FROM team_pending WHERE kind = 'hold';
    INSERT INTO team_pending (workspace_id, kind, key)
      SELECT workspace_id, 'hold', holds.id FROM teams CROSS JOIN holds WHERE team IS NULL;
  `,
};
