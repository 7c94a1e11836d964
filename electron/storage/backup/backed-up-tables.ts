import type { DatabaseSync } from 'node:sqlite';
import { all, text } from '../operation.ts';

/** The tables in a backup. A table not listed here is never backed up. */
export const BACKED_UP: ReadonlySet<string> = new Set([
  'workspaces',
  'workspace_rules',
  'do_not_call_keys',
  'do_not_call',
  'submissions',
  'holds',
  'facets',
  'requests',
  'answers',
  'notes',
  'first_verdicts',
  'request_tags',
  'screening_calls',
  'pins',
  'views',
  'history',
  'evidence_chains',
  'evidence_facts',
  'evidence_subjects',
  'evidence',
  'evidence_salts',
  'library',
  'imports',
  'import_rows',
  'import_columns',
]);

/**
 * Tables that are never backed up: secrets are sealed for this computer and useless elsewhere; waits, notices, connection
 * data, receipts, the folder's identity and the policy's list and descriptions concern only this computer; the schema itself
 * fills the verdicts, the outcomes and the counts; a restore rebuilds the search index and reads the results again.
 */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  'secrets',
  'proxy_secrets',
  'app_secrets',
  'do_not_call_policy',
  'policy_descriptions',
  'service_waits',
  'results_to_read',
  'connection_reuse',
  'notices',
  'erasures',
  'erasure_items',
  'erasure_import_rows',
  'verdicts',
  'outcomes',
  'request_search',
  'request_counts',
  'pinned_values',
  'data_folder',
]);

/** What belongs to the computer and not to its content: it stays when a person starts over, and when a backup is restored. */
export const OF_THE_COMPUTER: ReadonlySet<string> = new Set([
  'do_not_call_keys',
  'do_not_call',
  'do_not_call_policy',
  'evidence_chains',
  'evidence_facts',
  'evidence_subjects',
  'evidence',
  'app_secrets',
  'proxy_secrets',
  'connection_reuse',
  'verdicts',
  'outcomes',
  'data_folder',
]);

/** The tables of a database that go into a backup. */
export function backedUpTables(db: DatabaseSync): string[] {
  return all(db, `SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid`)
    .map((row) => text(row, 'name'))
    .filter((name) => BACKED_UP.has(name));
}

/** The columns of a table, in order, without generated ones. */
export function columnsOf(db: DatabaseSync, table: string, schema: 'main' | 'backup' = 'main'): string[] {
  return all(db, 'SELECT name FROM pragma_table_info(?, ?)', table, schema).map((row) => text(row, 'name'));
}

/** An SQL identifier, quoted. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
