import type { LibraryEntry, LibraryKind } from '../../../../shared/library.ts';
import type { LibraryLookup } from './check-rows.ts';

/** Looks IDs up in the Library, then names, archived entries last. A name that several entries share matches none. */
export function libraryNames(entries: readonly LibraryEntry[]): LibraryLookup {
  const ids = new Set(entries.map(({ kind, serviceId }) => keyOf(kind, serviceId)));
  const current = idsByName(entries.filter(({ archived }) => !archived));
  const archived = idsByName(entries.filter((entry) => entry.archived));
  return (kind, name) => {
    const key = keyOf(kind, name);
    if (ids.has(key)) return name;
    return current.has(key) ? current.get(key) : archived.get(key);
  };
}

function idsByName(entries: readonly LibraryEntry[]): ReadonlyMap<string, string | undefined> {
  const byName = new Map<string, string | undefined>();
  for (const { kind, name, serviceId } of entries) {
    const key = keyOf(kind, name);
    if (name !== '') byName.set(key, byName.has(key) ? undefined : serviceId);
  }
  return byName;
}

function keyOf(kind: LibraryKind, text: string): string {
  return `${kind} ${text.trim().toLowerCase()}`;
}
