import { type LibraryEntry, type LibraryLabel, libraryKey } from '../../../../shared/library.ts';

/** What importing one entry of a file would do. */
export interface Merge {
  readonly kind: 'added' | 'changed' | 'unchanged' | 'conflicting';
  readonly mine: LibraryLabel | undefined;
  readonly theirs: LibraryLabel;
  /** Both merged; the Library wins conflicts. */
  readonly keepingMine: LibraryLabel;
  /** Both merged; the file wins conflicts. */
  readonly takingTheirs: LibraryLabel;
  /** The file fills gaps, so that even `keepingMine` changes the entry. */
  readonly fills: boolean;
  /** The file describes results that it can't: the organisation's policy says what they mean. */
  readonly keepsFields: boolean;
}

/**
 * Compares a file with the Library, entry by entry. Empty values in the file never erase anything, nor does it describe
 * results of questionnaires for which `isFixed`: their descriptions stay.
 */
export function compareLibrary(
  mine: readonly LibraryEntry[],
  theirs: readonly LibraryLabel[],
  isFixed: (questionnaireId: string) => boolean,
): Merge[] {
  const known = new Map(mine.map((entry) => [libraryKey(entry), entry]));
  return theirs.map((label) => {
    const keepsFields = label.kind === 'questionnaire' && label.fields.length > 0 && isFixed(label.serviceId);
    const taken = keepsFields ? { ...label, fields: [] } : label;
    return { ...compared(known.get(libraryKey(label)), taken), keepsFields };
  });
}

function compared(entry: LibraryEntry | undefined, theirs: LibraryLabel): Omit<Merge, 'keepsFields'> {
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

/** The first entry, with gaps filled from the second; archived if either is. */
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
