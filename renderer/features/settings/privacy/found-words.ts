import type { FoundBy, FoundPerson, FoundSubmission } from '../../../../shared/privacy.ts';
import { statusWords } from '../../../../shared/words/status-words.ts';
import { countOf } from '../../../parts/format.ts';

export function countFound(found: FoundPerson): number {
  const { submissions, importRows, listedNumbers, ownHolds } = found;
  return submissions.length + importRows.length + listedNumbers.length + ownHolds.length;
}

/** The number of entries found, for screen readers. */
export function foundWords(person: FoundPerson): string {
  const found = countFound(person);
  return found === 0 ? 'Nobody was found' : `${countOf(found, 'entry', 'entries')} found`;
}

export function foundByWords(foundBy: FoundBy): string {
  switch (foundBy) {
    case 'phone':
      return 'found by number';
    case 'name':
      return 'found by name only';
    case 'both':
      return 'found by name and number';
  }
}

/** A submission's state in a few words. */
export function standingWords({ state, status, finished }: FoundSubmission): string {
  switch (state) {
    case 'accepted':
      return `${status === null ? 'accepted' : statusWords(status)}${finished ? '' : ', not finished'}`;
    case 'draft':
      return 'draft';
    case 'queued':
      return 'waiting to be sent';
    case 'held':
      return 'on hold';
    case 'connecting':
    case 'sending':
      return 'being sent; wait until that ends';
    case 'unconfirmed':
      return 'may have reached the service';
    case 'rejected':
      return 'refused';
    case 'discarded':
      return 'discarded';
  }
}
