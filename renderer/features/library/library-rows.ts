import {
  type LibraryEntry,
  type LibraryKind,
  type LibraryUsage,
  libraryKey,
} from '../../../shared/library.ts';

export type LibraryShelf = 'offered' | 'archived';

/** An entry as a row of the page. */
export interface LibraryRow extends LibraryEntry {
  /** Null while it is being counted. */
  readonly submissions: number | null;
  readonly requests: number | null;
  /** The default questionnaire's name, or else its ID; empty for none. */
  readonly defaultQuestionnaire: string;
}

export function libraryRows(
  entries: readonly LibraryEntry[],
  usage: readonly LibraryUsage[] | undefined,
): readonly LibraryRow[] {
  const used = new Map(usage?.map((each) => [libraryKey(each), each]));
  const names = new Map(
    entries.filter(({ kind }) => kind === 'questionnaire').map(({ serviceId, name }) => [serviceId, name]),
  );
  return entries.map((entry) => {
    const { submissions = 0, requests = 0 } = used.get(libraryKey(entry)) ?? {};
    const wanted = entry.defaultQuestionnaireId;
    return {
      ...entry,
      submissions: usage ? submissions : null,
      requests: usage ? requests : null,
      defaultQuestionnaire: wanted === null ? '' : names.get(wanted) || wanted,
    };
  });
}

/** The rows of one kind, offered or archived, that contain all search words; sorted by name, unnamed ones last. */
export function rowsToShow(
  rows: readonly LibraryRow[],
  kind: LibraryKind,
  shelf: LibraryShelf,
  search: string,
): readonly LibraryRow[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return rows
    .filter((row) => row.kind === kind && row.archived === (shelf === 'archived') && hasAll(row, words))
    .toSorted(byName);
}

function hasAll(row: LibraryRow, words: readonly string[]): boolean {
  const text = `${row.name}\n${row.serviceId}\n${row.note}\n${row.defaultQuestionnaire}`.toLocaleLowerCase();
  return words.every((word) => text.includes(word));
}

/** Unnamed entries come last, the most recently used of them first. */
function byName(a: LibraryRow, b: LibraryRow): number {
  const unnamed = Number(a.name === '') - Number(b.name === '');
  return unnamed || a.name.localeCompare(b.name) || (b.lastUsedAt ?? 0) - (a.lastUsedAt ?? 0);
}
