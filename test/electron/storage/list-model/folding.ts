import { sortKey, wordsIn } from '../../../../electron/storage/requests/folded.ts';

// What counts as the same letter, where a word ends and what a text is sorted by is defined in the code, once, and not
// written down a second time here.
export { sortKey, wordsIn as searchWords };

/** In the order of code points, as SQLite compares texts: JavaScript's own is that of UTF-16. */
export function byCodePoint(one: string, other: string): number {
  const end = Math.min(one.length, other.length);
  for (let at = 0; at < end; at += 1) {
    if (one[at] !== other[at]) return (one.codePointAt(at) ?? 0) - (other.codePointAt(at) ?? 0);
  }
  return one.length - other.length;
}
