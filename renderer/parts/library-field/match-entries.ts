import type { LibraryEntry } from '../../../shared/library.ts';

const MAX_OPTIONS = 50;

/** Entries that are not archived and whose name or ID contains the text: named ones first, then by most recent use. */
export function matchingEntries(entries: readonly LibraryEntry[], text: string): readonly LibraryEntry[] {
  const query = text.trim().toLocaleLowerCase();
  return entries
    .filter(
      (entry) =>
        !entry.archived &&
        (entry.name.toLocaleLowerCase().includes(query) || entry.serviceId.toLowerCase().includes(query)),
    )
    .sort(byUse)
    .slice(0, MAX_OPTIONS);
}

function byUse(a: LibraryEntry, b: LibraryEntry): number {
  const named = Number(b.name !== '') - Number(a.name !== '');
  return named || (b.lastUsedAt ?? 0) - (a.lastUsedAt ?? 0) || a.name.localeCompare(b.name);
}

/** The entry with exactly this name; undefined if there is none or several. Archived entries count only if no other matches. */
export function entryNamed(entries: readonly LibraryEntry[], text: string): LibraryEntry | undefined {
  const query = text.trim().toLocaleLowerCase();
  if (query === '') return undefined;
  const named = entries.filter((entry) => entry.name.toLocaleLowerCase() === query);
  const active = named.filter((entry) => !entry.archived);
  const candidates = active.length > 0 ? active : named;
  return candidates.length === 1 ? candidates[0] : undefined;
}
