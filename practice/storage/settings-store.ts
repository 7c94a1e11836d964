import type { DatabaseSync } from 'node:sqlite';

/**
 * Gives the value kept under `name`, or makes and keeps one.
 *
 * Only for what is no secret: the value is written as it is.
 */
export function keptSetting(database: DatabaseSync, name: string, make: () => string): string {
  const row = database.prepare('SELECT value FROM setting WHERE name = ?').get(name);
  if (row !== undefined) return String(row['value']);
  const value = make();
  database.prepare('INSERT INTO setting (name, value) VALUES (?, ?)').run(name, value);
  return value;
}
