import type { DatabaseSync } from 'node:sqlite';
import { LIBRARY_KINDS, type LibraryKind } from '../../../shared/library.ts';
import { statusName } from '../../../shared/status-name.ts';
import { all, change, insert, integer, one, text } from '../operation.ts';
import { sortKey, wordsIn } from './search.ts';

const FACET_KINDS = ['status', 'call_status', ...LIBRARY_KINDS, 'tag'] as const;
export type FacetKind = (typeof FACET_KINDS)[number];

/** The id of a facet. Adds a new one, with its name and words, in the caller's transaction. */
export function facetId(db: DatabaseSync, workspaceId: string, kind: FacetKind, value: string): number {
  const sql = 'SELECT id FROM facets WHERE workspace_id = ? AND kind = ? AND value = ?';
  const known = one(db, sql, workspaceId, kind, value);
  if (known) return integer(known, 'id');
  const { name, key, words } = facetText(db, workspaceId, kind, value);
  return insert(db, 'facets', { workspace_id: workspaceId, kind, value, name, sort_key: key, words });
}

/** Updates a facet's name, sort key and words from the Library, in the caller's transaction. */
export function renameFacet(db: DatabaseSync, workspaceId: string, kind: LibraryKind, value: string): void {
  const { name, key, words } = facetText(db, workspaceId, kind, value);
  const sql =
    'UPDATE facets SET name = ?, sort_key = ?, words = ? WHERE workspace_id = ? AND kind = ? AND value = ?';
  change(db, sql, name, key, words, workspaceId, kind, value);
}

/** The ids of all questionnaires for which a workspace has had requests. */
export function questionnairesOf(db: DatabaseSync, workspaceId: string): string[] {
  return facetValues(db, workspaceId, 'questionnaire');
}

/** All values of a kind that a workspace has had. */
export function facetValues(db: DatabaseSync, workspaceId: string, kind: FacetKind): string[] {
  const sql = 'SELECT value FROM facets WHERE workspace_id = ? AND kind = ?';
  return all(db, sql, workspaceId, kind).map((row) => text(row, 'value'));
}

/** Facets with a word, in their value or their Library name, that starts with this folded one. */
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

/** The statuses of a kind whose name or code starts with these folded letters, without spaces. */
export function statusesStarting(
  db: DatabaseSync,
  workspaceId: string,
  kind: 'status' | 'call_status',
  letters: string,
): string[] {
  return facetValues(db, workspaceId, kind).filter((value) =>
    [statusName(value), value].some((each) => lettersIn(each).startsWith(letters)),
  );
}

/** The folded letters and digits of a text. */
export function lettersIn(text: string): string {
  return wordsIn(text).join('');
}

/** A facet's name, sort key and search words. */
function facetText(
  db: DatabaseSync,
  workspaceId: string,
  kind: FacetKind,
  value: string,
): { name: string | null; key: string; words: string } {
  const sql = `SELECT name FROM library WHERE workspace_id = ? AND kind = ? AND service_id = ? AND name <> ''`;
  const entry = one(db, sql, workspaceId, kind, value);
  const name = entry ? text(entry, 'name') : null;
  const shown = name ?? (kind === 'status' || kind === 'call_status' ? statusName(value) : value);
  const words = [...wordsIn(shown), ...wordsIn(value)];
  return { name, key: sortKey(shown), words: words.map((word) => ` ${word}`).join('') };
}
