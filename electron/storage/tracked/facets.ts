import type { DatabaseSync } from 'node:sqlite';
import type { LibraryKind } from '../../../shared/library.ts';
import { all, change, integer, one, text } from '../operation.ts';
import { sortKey, wordsIn } from '../search/folded.ts';

/** What many requests share, and is stored as a number in each. */
export type FacetKind = 'status' | 'call_status' | LibraryKind | 'tag';

/** The number of a workspace; undefined where there is none. */
export function workspaceNumber(db: DatabaseSync, workspaceId: string): number | undefined {
  const row = one(db, 'SELECT number FROM workspaces WHERE id = ?', workspaceId);
  return row && integer(row, 'number');
}

/** The code of a value, made where it is new; part of the caller's transaction. */
export function facetCode(db: DatabaseSync, workspace: number, kind: FacetKind, value: string): number {
  const known = one(
    db,
    'SELECT code FROM facets WHERE workspace = ? AND kind = ? AND value = ?',
    workspace,
    kind,
    value,
  );
  if (known) return integer(known, 'code');
  const name = libraryName(db, workspace, kind, value);
  const { key, words } = facetText(value, name);
  const made = one(
    db,
    `INSERT INTO facets (workspace, kind, value, name, sort_key, words) VALUES (?, ?, ?, ?, ?, ?)
     RETURNING code`,
    workspace,
    kind,
    value,
    name,
    key,
    words,
  );
  if (!made) throw new Error('A facet was not stored.');
  return integer(made, 'code');
}

/** The Library has named an id anew, or forgotten it: orders and the search follow. Part of the caller's transaction. */
export function nameFacet(db: DatabaseSync, workspaceId: string, kind: LibraryKind, value: string): void {
  const workspace = workspaceNumber(db, workspaceId);
  if (workspace === undefined) return;
  const name = libraryName(db, workspace, kind, value);
  const { key, words } = facetText(value, name);
  change(
    db,
    'UPDATE facets SET name = ?, sort_key = ?, words = ? WHERE workspace = ? AND kind = ? AND value = ?',
    name,
    key,
    words,
    workspace,
    kind,
    value,
  );
}

/** The ids of all questionnaires of which a workspace has had requests. */
export function questionnairesOf(db: DatabaseSync, workspace: number): string[] {
  return all(db, `SELECT value FROM facets WHERE workspace = ? AND kind = 'questionnaire'`, workspace).map(
    (row) => text(row, 'value'),
  );
}

/** The codes of those values that are known. */
export function knownCodes(
  db: DatabaseSync,
  workspace: number,
  kind: FacetKind,
  values: readonly string[],
): number[] {
  return all(
    db,
    `SELECT code FROM facets WHERE workspace = ? AND kind = ? AND value IN (SELECT value FROM json_each(?))`,
    workspace,
    kind,
    JSON.stringify(values),
  ).map((row) => integer(row, 'code'));
}

/** The codes of values (or their names in the Library) with a word that begins like this folded one. */
export function codesWithWord(
  db: DatabaseSync,
  workspace: number,
  kinds: readonly FacetKind[],
  word: string,
): number[] {
  return all(
    db,
    `SELECT code FROM facets WHERE workspace = ? AND kind IN (SELECT value FROM json_each(?)) AND instr(words, ?) > 0`,
    workspace,
    JSON.stringify(kinds),
    ` ${word}`,
  ).map((row) => integer(row, 'code'));
}

/** What a value is sorted by and found by. */
export function facetText(value: string, name: string | null): { key: string; words: string } {
  const words = [...wordsIn(name ?? ''), ...wordsIn(value)];
  return { key: sortKey(name ?? value), words: words.map((word) => ` ${word}`).join('') };
}

function libraryName(db: DatabaseSync, workspace: number, kind: FacetKind, value: string): string | null {
  const row = one(
    db,
    `SELECT library.name FROM library JOIN workspaces ON workspaces.id = library.workspace_id
     WHERE workspaces.number = ? AND library.kind = ? AND library.service_id = ? AND library.name <> ''`,
    workspace,
    kind,
    value,
  );
  return row ? text(row, 'name') : null;
}
