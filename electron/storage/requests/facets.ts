import type { DatabaseSync } from 'node:sqlite';
import type { LibraryKind } from '../../../shared/library.ts';
import { all, change, integer, one, text } from '../operation.ts';
import { sortKey, wordsIn } from './folded.ts';

/** What many requests share. */
export type FacetKind = 'status' | 'call_status' | LibraryKind | 'tag';

/** Makes a value known, so that it can be found and sorted by its name; its number. Part of the caller's transaction. */
export function facetId(db: DatabaseSync, workspaceId: string, kind: FacetKind, value: string): number {
  const known = one(
    db,
    'SELECT id FROM facets WHERE workspace_id = ? AND kind = ? AND value = ?',
    workspaceId,
    kind,
    value,
  );
  if (known) return integer(known, 'id');
  const { name, key, words } = facetText(db, workspaceId, kind, value);
  const made = one(
    db,
    `INSERT INTO facets (workspace_id, kind, value, name, sort_key, words) VALUES (?, ?, ?, ?, ?, ?)
     RETURNING id`,
    workspaceId,
    kind,
    value,
    name,
    key,
    words,
  );
  if (!made) throw new Error('A facet was not stored.');
  return integer(made, 'id');
}

/** The Library has named an id anew, or forgotten it: orders and the search follow. Part of the caller's transaction. */
export function nameFacet(db: DatabaseSync, workspaceId: string, kind: LibraryKind, value: string): void {
  const { name, key, words } = facetText(db, workspaceId, kind, value);
  change(
    db,
    'UPDATE facets SET name = ?, sort_key = ?, words = ? WHERE workspace_id = ? AND kind = ? AND value = ?',
    name,
    key,
    words,
    workspaceId,
    kind,
    value,
  );
}

/** The ids of all questionnaires of which a workspace has had requests. */
export function questionnairesOf(db: DatabaseSync, workspaceId: string): string[] {
  return all(
    db,
    `SELECT value FROM facets WHERE workspace_id = ? AND kind = 'questionnaire'`,
    workspaceId,
  ).map((row) => text(row, 'value'));
}

/** Values (or their names in the Library) with a word that begins like this folded one, with their numbers. */
export function facetsWithWord(
  db: DatabaseSync,
  workspaceId: string,
  kinds: readonly FacetKind[],
  word: string,
): { id: number; value: string }[] {
  return all(
    db,
    `SELECT id, value FROM facets
     WHERE workspace_id = ? AND kind IN (SELECT value FROM json_each(?)) AND instr(words, ?) > 0`,
    workspaceId,
    JSON.stringify(kinds),
    ` ${word}`,
  ).map((row) => ({ id: integer(row, 'id'), value: text(row, 'value') }));
}

/** What a value is called, sorted by and found by. */
function facetText(
  db: DatabaseSync,
  workspaceId: string,
  kind: FacetKind,
  value: string,
): { name: string | null; key: string; words: string } {
  const entry = one(
    db,
    `SELECT name FROM library WHERE workspace_id = ? AND kind = ? AND service_id = ? AND name <> ''`,
    workspaceId,
    kind,
    value,
  );
  const name = entry ? text(entry, 'name') : null;
  const words = [...wordsIn(name ?? ''), ...wordsIn(value)];
  return { name, key: sortKey(name ?? value), words: words.map((word) => ` ${word}`).join('') };
}
