/** Characters that a wrong encoding leaves where the original is lost. */
const LOST = /[\uFFFD\u0080-\u009F\uE000-\uF8FF]/u;

/** Signs that do not occur in names. ª, º, ° and apostrophes are missing: they do occur. */
const SIGN = '£¥¢¤§¶©®¬±¦µ¹²³¼½¾×÷¨¯¸‡†‰ƒ∞≤≥≠≈√∫∂∑∏◊◆⌐⌠⌡₧∩≡ⁿ∙■\u2500-\u259f€™\u0385\u037a';

/** Signs in or next to a word; each match contains a character of `SIGN_OR_MARK`. */
const ODD_SIGNS: readonly RegExp[] = [
  new RegExp(`\\p{L}\\p{M}*[${SIGN}]|[${SIGN}]\\p{L}`, 'u'),
  // Quotation and punctuation marks inside a word: `Fran‡ois`, `P‚rez`, `R“c`.
  /\p{L}[“”„‚«»‹›¡¿…•˜ˆ*^=@{}[\]\\<>|~]\p{L}/u,
  /\p{L}[„‚‹†‡ˆ˜…¿¡](?=\s|$)/u,
  /\p{L}[–—]\p{Ll}/u,
  // The accent of a Greek capital; a quotation mark is not followed by a Greek letter.
  /[’‘](?=[α-ω])/u,
];

const SIGN_OR_MARK = new RegExp(`[${SIGN}“”„‚«»‹›¡¿…•˜ˆ*^=@{}[\\]\\\\<>|~–—’‘]`, 'u');

/** UTF-8 read as Windows-1252 or Mac Roman. */
const TWO_FOR_ONE = /[ÂÃÄÅÐÑ][\u0080-\u00BF€‚ƒ„…†‡ˆ‰‹‘’“”•–—˜™›]/u;

/** Letters that a wrong guess of the encoding makes; each of them is in somebody's name, too. */
const ODD_LETTERS: readonly RegExp[] = [
  // Capitals inside a word with lower-case letters: `MŸller`, `йЧБО`.
  /\p{Ll}(?![A-Z])\p{Lu}/u,
  /\p{Lu}(?![A-Z])\p{Lu}\p{Ll}/u,
  // Half-width katakana: what Shift-JIS makes of nearly any other encoding.
  /[\uFF61-\uFF9F]/u,
  // Cyrillic, Greek or another alphabet read as western European: a word without an ASCII letter.
  /(?<![\p{L}\p{M}'’-])[\u00C0-\u00FF]{2,}(?![\p{L}\p{M}'’-])/u,
  /(?<![\p{L}\p{M}'’-])(?:(?![a-z])\p{Script=Latin}){4,}(?![\p{L}\p{M}'’-])/iu,
  // UTF-8 read as Windows-1252 or Windows-1251.
  /[ÂÃÄÅÐÑ][ŠŒŽšœžŸ]/u,
  /[РС][\u0402-\u040F\u0452-\u045F°±²³ґ¤¦§©«»]/u,
  // A single lower-case letter: `伟` in GB18030 happens to be `ΰ` in UTF-8.
  /^(?![a-z])\p{Ll}$/u,
  // A no-break space inside a word: `Gonz lez` for `González`.
  /(?<=\p{Ll})(?<!\b(?:von|van|zu|zum|zur|de|der|den|del|della|di|da|do|dos|das|du|le|la|el|al|bin|ben|ter|ten|af|av|y|e|i))\u00A0\p{Ll}/u,
  // Hebrew final letters inside a word.
  /[ךםןףץ](?=[א-ת])/u,
];

const SCRIPTS: readonly RegExp[] = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Thai}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u,
];

/** Fast path for most names: their words cannot mix scripts. */
const ONLY_LATIN = /^[\p{Script=Latin}\p{Script=Common}]*$/u;

/** Whether a text has characters beyond ASCII, which depend on the file's encoding. */
export function hasNonAscii(text: string): boolean {
  return /[\u0080-\uFFFF]/.test(text);
}

/** Whether characters are lost: no encoding can bring them back from this text. */
export function hasLostLetters(text: string): boolean {
  return LOST.test(text);
}

/** Whether a name has lost characters, or signs in its words, which no encoding of the file makes up: `W¹s`, `JosÃ©`. */
export function hasOddSigns(name: string): boolean {
  if (!hasNonAscii(name)) return false;
  if (hasLostLetters(name)) return true;
  const text = name.normalize('NFC');
  return TWO_FOR_ONE.test(text) || (SIGN_OR_MARK.test(text) && ODD_SIGNS.some((odd) => odd.test(text)));
}

/**
 * Whether a name looks decoded with the wrong encoding, if that was guessed: signs or capitals inside words, several
 * alphabets in one word, `Èâàí`. Somebody has a name like that, so a person decides.
 */
export function looksGarbled(name: string): boolean {
  if (!hasNonAscii(name)) return false;
  if (hasOddSigns(name)) return true;
  const text = name.normalize('NFC');
  if (ODD_LETTERS.some((odd) => odd.test(text))) return true;
  if (ONLY_LATIN.test(text) || !mixesScripts(text)) return false;
  return text.split(/[\s\u00B7\u30FB.,'’()/-]+/).some(mixesScripts);
}

function mixesScripts(text: string): boolean {
  return SCRIPTS.filter((script) => script.test(text)).length > 1;
}
