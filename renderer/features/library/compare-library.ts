import { type LibraryEntry, type LibraryLabel, libraryKey } from '../../../shared/library.ts';

/** An entry of a file, compared with that of the same ID in the Library. */
export interface Compared {
  readonly kind: 'added' | 'different' | 'unchanged';
  readonly mine: LibraryLabel | undefined;
  readonly theirs: LibraryLabel;
  /** The file describes results that it can't: the organisation's policy says what they mean. */
  readonly keepsFields: boolean;
}

/**
 * Compares a file with the Library, entry by entry. Questionnaires for which `isFixed` keep the descriptions that are here.
 */
export function compareLibrary(
  mine: readonly LibraryEntry[],
  theirs: readonly LibraryLabel[],
  isFixed: (questionnaireId: string) => boolean,
): Compared[] {
  const known = new Map(mine.map((entry) => [libraryKey(entry), entry]));
  return theirs.map((label) => {
    const entry = known.get(libraryKey(label));
    const keepsFields = label.kind === 'questionnaire' && label.fields.length > 0 && isFixed(label.serviceId);
    const taken = keepsFields ? { ...label, fields: entry?.fields ?? [] } : label;
    const kind = !entry || isUnnamed(entry) ? 'added' : isSame(entry, taken) ? 'unchanged' : 'different';
    return { kind, mine: entry, theirs: taken, keepsFields };
  });
}

/** Whether nothing but the use of its ID is known of an entry. */
function isUnnamed({ name, note, defaultQuestionnaireId, archived, fields }: LibraryLabel): boolean {
  return name === '' && note === '' && defaultQuestionnaireId === null && !archived && fields.length === 0;
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
