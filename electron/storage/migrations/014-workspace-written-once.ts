import type { Migration } from './migration.ts';

/**
 * What was submitted, imported or tracked for one workspace belongs to it for good: a row that moved to another would be
 * sent to that one's service.
 */
export const workspaceWrittenOnce: Migration = {
  version: 14,
  sql: ['submissions.workspace_id', 'tracked.workspace', 'imports.workspace_id'].map(writtenOnce).join('\n'),
};

function writtenOnce(place: string): string {
  const [table, column] = place.split('.');
  return `
    CREATE TRIGGER ${table}_workspace_written_once BEFORE UPDATE OF ${column} ON ${table}
      WHEN NEW.${column} IS NOT OLD.${column}
      BEGIN SELECT RAISE(ABORT, 'the workspace of a row is written once'); END;`;
}
