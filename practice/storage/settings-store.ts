import type { DatabaseSync } from 'node:sqlite';

/**
 * Returns the stored value of `name`, or creates and stores one. Not for secrets: values are stored in plain text.
 */
export function storedSetting(database: DatabaseSync, name: string, make: () => string): string {
  const row = database.prepare('SELECT value FROM setting WHERE name = ?').get(name);
  if (row !== undefined) return String(row['value']);
  const value = make();
  database.prepare('INSERT INTO setting (name, value) VALUES (?, ?)').run(name, value);
  return value;
}
