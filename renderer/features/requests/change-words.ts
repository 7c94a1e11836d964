import type { AnnotationChange } from '../../../shared/request-filter.ts';
import { countOf } from '../../parts/text/count-of.ts';
import { VERDICT_WORDS } from '../../parts/verdict/verdict-words.ts';

/** The toast for a bulk change: `3 requests archived`. */
export function changeWords(
  count: number,
  { verdict, addTags, removeTags, archived }: AnnotationChange,
): string {
  const requests = countOf(count, 'request');
  if (archived !== undefined) return `${requests} ${archived ? 'archived' : 'unarchived'}`;
  if (verdict === 'none') return `Verdict removed from ${requests}`;
  if (verdict !== undefined) return `${requests} marked ${VERDICT_WORDS[verdict]}`;
  if (addTags !== undefined) return `${requests} tagged ${addTags.join(', ')}`;
  return `Tag ${(removeTags ?? []).join(', ')} removed from ${requests}`;
}
