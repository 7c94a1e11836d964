import type { Duplicate } from '../../../shared/outbox.ts';
import { capitalized } from '../../../shared/words/capitalized.ts';
import * as words from '../../../shared/words/duplicate-words.ts';
import { formatDate } from '../time/format-time.ts';

/** One line about an earlier submission: `Ada Lovelace, Completed, 3 Nov 2026`. */
export function duplicateLine(duplicate: Duplicate): string {
  const called = words.mayHaveBeenCalled(duplicate);
  const known = called ?? `${words.duplicateStatus(duplicate)}, ${formatDate(duplicate.submittedAt)}`;
  const where = duplicate.workspace ? [words.workspaceWords(duplicate.workspace)] : [];
  return [duplicate.candidateName, known, ...where].join(', ');
}

/** When an earlier submission was made, or that the candidate may have been called, and in which workspace. */
export function duplicateWhen(duplicate: Duplicate): string {
  const when = capitalized(words.mayHaveBeenCalled(duplicate) ?? formatDate(duplicate.submittedAt));
  return duplicate.workspace ? `${when}, ${words.workspaceWords(duplicate.workspace)}` : when;
}
