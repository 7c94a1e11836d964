import type { Duplicate } from '../../../shared/outbox.ts';
import * as words from '../../../shared/words/duplicate-words.ts';
import { capitalized } from '../text/capitalized.ts';
import { formatDate } from '../time/format-time.ts';

/** What is known of it: `in the Outbox since 3 Nov 2026`, `may have been called on 3 Nov 2026; you discarded it`. */
export function duplicatePlace(duplicate: Duplicate): string {
  return words.duplicatePlace(duplicate, formatDate);
}

/** An earlier submission in a line, as short as it can be said: `Ada Lovelace, COMPLETED, 3 Nov 2026`. */
export function duplicateLine(duplicate: Duplicate): string {
  const called = words.mayHaveBeenCalled(duplicate, formatDate);
  const known = called ?? `${words.duplicateStatus(duplicate)}, ${formatDate(duplicate.submittedAt)}`;
  const where = duplicate.workspace ? [words.workspaceWords(duplicate.workspace)] : [];
  return [duplicate.candidateName, known, ...where].join(', ');
}

/** Beside its state: when it was submitted or, where nobody knows better, may have been called; and where. */
export function duplicateWhen(duplicate: Duplicate): string {
  const when = capitalized(
    words.mayHaveBeenCalled(duplicate, formatDate) ?? formatDate(duplicate.submittedAt),
  );
  return duplicate.workspace ? `${when}, ${words.workspaceWords(duplicate.workspace)}` : when;
}
