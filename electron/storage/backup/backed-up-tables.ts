import type { DatabaseSync } from 'node:sqlite';
import { all, text } from '../operation.ts';

/** What a backup holds. Whatever is not named here is never written into one. */
export const BACKED_UP: ReadonlySet<string> = new Set([
  'workspaces',
  'workspace_rules',
  'submissions',
  'facets',
  'requests',
  'answers',
  'notes',
  'request_tags',
  'screening_calls',
  'pins',
  'pinned_values',
  'views',
  'history',
  'request_counts',
  'library',
  'imports',
  'import_rows',
  'import_columns',
]);

/**
 * What stays on this computer, and why: secrets are sealed for it and of no use elsewhere, waits, notices and what is
 * known of connections are of its own doings, receipts are of what it erased. Verdicts are the schema's own; the search index is
 * made anew, and results are read anew after a restore.
 */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  'secrets',
  'proxy_secrets',
  'queue_waits',
  'results_to_read',
  'connection_reuse',
  'notices',
  'erasures',
  'erasure_items',
  'erasure_import_rows',
  'verdicts',
  'request_search',
]);

/** The tables of a database that go into a backup. */
export function backedUpTables(db: DatabaseSync): string[] {
  return all(db, `SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid`)
    .map((row) => text(row, 'name'))
    .filter((name) => BACKED_UP.has(name));
}

/** The columns of a table that are stored, in their order. */
export function columnsOf(db: DatabaseSync, table: string, schema: 'main' | 'backup' = 'main'): string[] {
  return all(db, 'SELECT name FROM pragma_table_info(?, ?)', table, schema).map((row) => text(row, 'name'));
}

/** A name of the schema within a statement. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
