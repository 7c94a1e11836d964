import type { Migration } from './migration.ts';

/** Finds earlier submissions of a phone number without reading the whole history. */
export const duplicates: Migration = {
  version: 2,
  sql: 'CREATE INDEX submissions_by_phone ON submissions (workspace_id, phone_number);',
};
