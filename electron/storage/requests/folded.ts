/** Marks that people omit when they search: Latin accents, Arabic and Hebrew vowel signs. */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;

/** Letters that Unicode doesn't decompose, as people type them. */
const OTHER_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ς: 'σ',
};
const OTHER_LETTER = /[ßæœøđðþłıς]/g;

const ASCII = /^[\0-\x7f]*$/;

/** A text without case and accents, so that "MÜLLER", "müller" and "muller" are equal. */
export function folded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(OTHER_LETTER, (letter) => OTHER_LETTERS[letter] ?? letter)
    .normalize('NFC');
}

const LONGEST_KEY = 80;

/** The sort key of a text: folded, trimmed, with single spaces, and shortened. */
export function sortKey(text: string): string {
  return folded(text.trim().replaceAll(/\s+/g, ' ')).slice(0, LONGEST_KEY);
}

const LONGEST_WORD = 40;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** The folded words of a text, each shortened. A name such as O'Brien is one word. */
export function wordsIn(text: string): string[] {
  return (
    folded(text)
      .replaceAll(/['’ʼ]/g, '')
      .match(WORD)
      ?.map((word) => word.slice(0, LONGEST_WORD)) ?? []
  );
}
