import type { LibraryEntry } from '../../../shared/library.ts';

const MAX_OPTIONS = 50;

/** Entries that are not archived and whose name or ID contains the text: named ones first, then by most recent use. */
export function matchingEntries(entries: readonly LibraryEntry[], text: string): readonly LibraryEntry[] {
  const wanted = text.trim().toLocaleLowerCase();
  return entries
    .filter(
      (entry) =>
        !entry.archived &&
        (entry.name.toLocaleLowerCase().includes(wanted) || entry.serviceId.toLowerCase().includes(wanted)),
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
  const wanted = text.trim().toLocaleLowerCase();
  if (wanted === '') return undefined;
  const named = entries.filter((entry) => entry.name.toLocaleLowerCase() === wanted);
  const offered = named.filter((entry) => !entry.archived);
  const meant = offered.length > 0 ? offered : named;
  return meant.length === 1 ? meant[0] : undefined;
}
