import type { ForbiddingEntry } from '../do-not-call.ts';
import { formatDay } from './duplicate-words.ts';

/** Since when and why a number is on the list, to append to a sentence: ` since 3 May 2026: “asked by e-mail”`. */
export function listedWords({ source, reason, addedAt }: Omit<ForbiddingEntry, 'id'>): string {
  const by = source === 'policy' ? ', set by your organisation,' : '';
  return `${by} since ${formatDay(addedAt)}${reason === '' ? '' : `: “${reason}”`}`;
}
