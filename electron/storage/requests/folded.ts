/** Marks that people leave out when they search: Latin accents, Arabic and Hebrew vowel signs. */
const LEFT_OUT = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;

/** Letters that Unicode does not take apart, written as people type them. */
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

/** Not even one character beyond ASCII. */
const PLAIN = /^[\0-\x7f]*$/;

/** A text by which "MÜLLER", "müller" and "muller" are the same. */
export function folded(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(LEFT_OUT, '')
    .toLowerCase()
    .replace(OTHER_LETTER, (letter) => OTHER_LETTERS[letter] ?? letter)
    .normalize('NFC');
}

/** More of a text than this decides no order. */
const LONGEST_KEY = 80;

/** What a text is sorted by: no case, no accents, no blanks around it. */
export function sortKey(text: string): string {
  return folded(text.trim().replaceAll(/\s+/g, ' ')).slice(0, LONGEST_KEY);
}

/** No longer part of a word is told apart. */
const LONGEST_WORD = 40;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** The folded words of a text. A name such as O'Brien is one word. */
export function wordsIn(text: string): string[] {
  return (
    folded(text)
      .replaceAll(/['’ʼ]/g, '')
      .match(WORD)
      ?.map((word) => word.slice(0, LONGEST_WORD)) ?? []
  );
}
