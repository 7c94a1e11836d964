import {
  type LibraryEntry,
  type LibraryKind,
  type LibraryUsage,
  libraryKey,
} from '../../../shared/library.ts';

/** Which entries the page shows. */
export type LibraryShelf = 'offered' | 'archived';

/** An entry with what the page shows about it. */
export interface LibraryRow extends LibraryEntry {
  /** null while it is being counted. */
  readonly submissions: number | null;
  readonly requests: number | null;
  /** The default questionnaire in words: its name, else its id; empty for none. */
  readonly defaultQuestionnaire: string;
}

/** The Library's entries with their numbers and the names they refer to. */
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

/** The rows of one kind on one shelf that have all words of the search; named ones first, by name. */
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

/** Ids without a name come last, the lately used first. */
function byName(a: LibraryRow, b: LibraryRow): number {
  const unnamed = Number(a.name === '') - Number(b.name === '');
  return unnamed || a.name.localeCompare(b.name) || (b.lastUsedAt ?? 0) - (a.lastUsedAt ?? 0);
}
