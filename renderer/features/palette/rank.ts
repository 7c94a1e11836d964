/** An item that can be searched. */
export interface Findable {
  readonly name: string;
  readonly group: string;
  readonly keywords?: string;
}

/** The scores of a search word: the start of a word in the name, of a keyword, inside the name, scattered letters. */
const BEGINNING = 4;
const KEYWORD = 3;
const INSIDE = 2;
const SCATTERED = 1;

/** Removes case, accents and apostrophes, for comparison. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLocaleLowerCase();
}

/**
 * How well an item matches the search; 0 if any search word does not match. Words may come in any order, and `np` matches
 * "New request, please" by its scattered letters.
 */
export function fitOf(item: Findable, typed: string): number {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const name = folded(item.name);
  const also = folded(`${item.keywords ?? ''} ${item.group}`);
  let sum = 0;
  for (const word of words) {
    const fit = fitOfWord(word, name, also);
    if (fit === 0) return 0;
    sum += fit;
  }
  return words.length === 0 ? 0 : sum / words.length;
}

function fitOfWord(word: string, name: string, also: string): number {
  if (beginsIn(name, word)) return BEGINNING;
  if (beginsIn(also, word)) return KEYWORD;
  if (name.includes(word)) return INSIDE;
  return word.length > 1 && hasInOrder(name, word) ? SCATTERED : 0;
}

function beginsIn(text: string, word: string): boolean {
  return text.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word));
}

/** Whether the letters occur in order, each at the start of a word or right after the previous one. */
function hasInOrder(text: string, letters: string): boolean {
  let at = -1;
  for (const letter of letters) {
    const next = text[at + 1] === letter ? at + 1 : nextWordWith(text, letter, at + 1);
    if (next === -1) return false;
    at = next;
  }
  return true;
}

function nextWordWith(text: string, letter: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === letter && (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? ''))) return at;
  }
  return -1;
}

/** Sorts items by score; groups stay together, each at the position of its best item. */
export function ranked<Item extends Findable>(
  items: readonly Item[],
  howWell: (item: Item) => number,
): Item[] {
  const found = items
    .map((item, at) => ({ item, at, fit: howWell(item) }))
    .filter((each) => each.fit > 0)
    .toSorted((one, other) => other.fit - one.fit || one.at - other.at);
  const groups = [...new Set(found.map(({ item }) => item.group))];
  return groups.flatMap((group) => found.flatMap(({ item }) => (item.group === group ? [item] : [])));
}
