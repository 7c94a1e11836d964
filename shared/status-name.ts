/**
 * Statuses of requests and calls as texts that people read and type. The interface documents only PENDING and COMPLETED
 * (docs/service.md, States), so this works for any code.
 */

/** Codes whose name isn't simply the code in small letters, by their `statusKey`. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['inprogress', 'In progress'],
  ['noanswer', 'No answer'],
  ['voicemail', 'Voicemail'],
  ['notreached', 'Not reached'],
  ['canceled', 'Cancelled'],
]);

/** A status without the differences of spelling: `NO_ANSWER`, `no-answer` and `No answer` are equal. */
export function statusKey(code: string): string {
  return code.toLowerCase().replaceAll(/[\s_-]+/g, '');
}

/** A status as a text: `No answer` for NO_ANSWER, `Foo bar` for FOO_BAR; texts that are no codes as they came. */
export function statusName(code: string): string {
  const known = NAMES.get(statusKey(code));
  if (known !== undefined) return known;
  const written = code.trim();
  const words = /\s/.test(written) && /\p{Ll}/u.test(written) ? written : wordsOf(written);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The words of a code. Capital letters are kept where they may be meant: in `HR-call`, but not in `HR_CALL`. */
function wordsOf(code: string): string {
  const text = code.replaceAll(/[\s_-]+/g, ' ').trim() || code;
  return isCode(text) ? text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase() : text;
}

/** In capitals throughout (`FOO_BAR`), or one word in camel case (`fooBar`). */
function isCode(text: string): boolean {
  return !/\p{Ll}/u.test(text) || /^\p{L}?\p{Ll}+(?:\p{Lu}\p{Ll}+)+$/u.test(text);
}
