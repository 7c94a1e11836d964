import { sortKey, wordsIn } from '../../../../electron/storage/requests/search.ts';

// The model shares the definitions of equal letters, words and sort keys with the code.
export { sortKey, wordsIn as searchWords };

/** Compares by code points, as SQLite does; JavaScript compares UTF-16 units. */
export function byCodePoint(one: string, other: string): number {
  const end = Math.min(one.length, other.length);
  for (let at = 0; at < end; at += 1) {
    if (one[at] !== other[at]) return (one.codePointAt(at) ?? 0) - (other.codePointAt(at) ?? 0);
  }
  return one.length - other.length;
}
