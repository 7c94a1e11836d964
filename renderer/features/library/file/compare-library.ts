import { type LibraryEntry, type LibraryLabel, libraryKey } from '../../../../shared/library.ts';

/** What taking in one entry of a file would do. */
export interface Merge {
  readonly kind: 'added' | 'changed' | 'unchanged' | 'conflicting';
  readonly mine: LibraryLabel | undefined;
  readonly theirs: LibraryLabel;
  /** Both together; where both say something else, what is here stays. */
  readonly keepingMine: LibraryLabel;
  /** Both together; where both say something else, what the file says. */
  readonly takingTheirs: LibraryLabel;
  /** The file has something where there is nothing here: also `keepingMine` changes the entry. */
  readonly fills: boolean;
}

/** Compares a file with the Library, entry by entry. What the file leaves empty never erases what is here. */
export function compareLibrary(mine: readonly LibraryEntry[], theirs: readonly LibraryLabel[]): Merge[] {
  const known = new Map(mine.map((entry) => [libraryKey(entry), entry]));
  return theirs.map((label) => compared(known.get(libraryKey(label)), label));
}

function compared(entry: LibraryEntry | undefined, theirs: LibraryLabel): Merge {
  if (!entry) {
    return { kind: 'added', mine: undefined, theirs, keepingMine: theirs, takingTheirs: theirs, fills: true };
  }
  const { lastUsedAt: _, ...mine } = entry;
  const keepingMine = filledFrom(mine, theirs);
  const takingTheirs = filledFrom(theirs, mine);
  const fills = !isSame(mine, keepingMine);
  const kind = !isSame(keepingMine, takingTheirs) ? 'conflicting' : fills ? 'changed' : 'unchanged';
  return { kind, mine, theirs, keepingMine, takingTheirs, fills };
}

/** The first, with the second's values where the first has none. Archived is archived, whoever said so. */
function filledFrom(first: LibraryLabel, second: LibraryLabel): LibraryLabel {
  return {
    kind: first.kind,
    serviceId: first.serviceId,
    name: first.name || second.name,
    note: first.note || second.note,
    defaultQuestionnaireId: first.defaultQuestionnaireId ?? second.defaultQuestionnaireId,
    archived: first.archived || second.archived,
    fields: first.fields.length > 0 ? first.fields : second.fields,
  };
}

function isSame(one: LibraryLabel, other: LibraryLabel): boolean {
  return (
    one.name === other.name &&
    one.note === other.note &&
    one.defaultQuestionnaireId === other.defaultQuestionnaireId &&
    one.archived === other.archived &&
    JSON.stringify(one.fields) === JSON.stringify(other.fields)
  );
}
