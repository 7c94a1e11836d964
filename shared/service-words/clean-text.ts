/** Characters that a text can lose without a gap: soft hyphens, zero-width spaces and byte order marks. */
const EMPTY = /[\u00ad\u200b\u2060\ufeff]+/g;

/** White space, control and bidirectional characters. Joiners (U+200C, U+200D) stay: Persian and emojis need them. */
const GAP = /(?:[\p{Cc}\p{Cs}\s]|(?![\u200c\u200d])\p{Cf})+/gu;

/** A text on one line, without characters that are invisible or change the reading direction. */
export function cleanText(text: string): string {
  return text.replace(EMPTY, '').replace(GAP, ' ').trim();
}

/** Whether a text is HTML or XML. */
export function isMarkup(text: string): boolean {
  return /^\s*<[!?a-z]/i.test(text);
}

/** A text of at most `most` characters; one that was longer ends with an ellipsis. */
export function boundedText(text: string, most: number): string {
  if (text.length <= most) return text;
  // A character outside the BMP may be cut in half.
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
