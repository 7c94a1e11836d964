import type { LibraryEntry, LibraryKind } from '../../../../shared/library.ts';
import type { LibraryLookup } from './check-rows.ts';

/** Looks names up in the Library. What is an id there, or the name of several entries, stays as it is. */
export function libraryNames(entries: readonly LibraryEntry[]): LibraryLookup {
  const ids = new Set(entries.map(({ kind, serviceId }) => keyOf(kind, serviceId)));
  const byName = new Map<string, string | undefined>();
  for (const { kind, name, serviceId } of entries) {
    const key = keyOf(kind, name);
    if (name !== '') byName.set(key, byName.has(key) ? undefined : serviceId);
  }
  return (kind, name) => {
    const key = keyOf(kind, name);
    return ids.has(key) ? undefined : byName.get(key);
  };
}

function keyOf(kind: LibraryKind, text: string): string {
  return `${kind} ${text.trim().toLowerCase()}`;
}
