/** Groups of encodings, in the order they are offered. */
export const ENCODING_GROUPS = [
  'Unicode',
  'Western European',
  'Central European',
  'Baltic',
  'Turkish',
  'Cyrillic',
  'Greek',
  'Hebrew',
  'Arabic',
  'Thai',
  'Japanese',
  'Chinese',
  'Korean',
] as const;
export type EncodingGroup = (typeof ENCODING_GROUPS)[number];

interface EncodingEntry {
  readonly group: EncodingGroup;
  readonly name: string;
  /** The detector's names for it, if that isn't its label; empty if it is not detected statistically. */
  readonly detected?: readonly string[];
}

/** The supported encodings by their labels in the Encoding Standard (https://encoding.spec.whatwg.org/#names-and-labels). */
const ENCODINGS = {
  'utf-8': { group: 'Unicode', name: 'Unicode (UTF-8)', detected: [] },
  'utf-16le': { group: 'Unicode', name: 'Unicode (UTF-16)', detected: [] },
  'utf-16be': { group: 'Unicode', name: 'Unicode (UTF-16, big endian)', detected: [] },
  'windows-1252': { group: 'Western European', name: 'Western European (Windows-1252)' },
  macintosh: { group: 'Western European', name: 'Western European (Mac Roman)', detected: ['mac-roman'] },
  cp850: { group: 'Western European', name: 'Western European (DOS, CP850)' },
  cp437: { group: 'Western European', name: 'Western European (DOS, CP437)' },
  'windows-1250': { group: 'Central European', name: 'Central European (Windows-1250)' },
  'iso-8859-2': { group: 'Central European', name: 'Central European (ISO-8859-2)' },
  cp852: { group: 'Central European', name: 'Central European (DOS, CP852)' },
  'windows-1257': { group: 'Baltic', name: 'Baltic (Windows-1257)' },
  'windows-1254': { group: 'Turkish', name: 'Turkish (Windows-1254)' },
  'windows-1251': { group: 'Cyrillic', name: 'Cyrillic (Windows-1251)' },
  'koi8-r': { group: 'Cyrillic', name: 'Cyrillic (KOI8-R)' },
  'koi8-u': { group: 'Cyrillic', name: 'Cyrillic, Ukrainian (KOI8-U)' },
  'iso-8859-5': { group: 'Cyrillic', name: 'Cyrillic (ISO-8859-5)' },
  ibm866: { group: 'Cyrillic', name: 'Cyrillic (DOS, CP866)', detected: ['cp866'] },
  'x-mac-cyrillic': { group: 'Cyrillic', name: 'Cyrillic (Mac)', detected: ['mac-cyrillic'] },
  'windows-1253': { group: 'Greek', name: 'Greek (Windows-1253)' },
  'iso-8859-7': { group: 'Greek', name: 'Greek (ISO-8859-7)' },
  'windows-1255': { group: 'Hebrew', name: 'Hebrew (Windows-1255)' },
  'windows-1256': { group: 'Arabic', name: 'Arabic (Windows-1256)' },
  'windows-874': { group: 'Thai', name: 'Thai (Windows-874)', detected: ['cp874', 'tis-620'] },
  shift_jis: { group: 'Japanese', name: 'Japanese (Shift-JIS)', detected: ['cp932', 'shift_jis_2004'] },
  'euc-jp': { group: 'Japanese', name: 'Japanese (EUC-JP)', detected: ['euc-jis-2004'] },
  'iso-2022-jp': { group: 'Japanese', name: 'Japanese (ISO-2022-JP)', detected: [] },
  gb18030: { group: 'Chinese', name: 'Chinese, simplified (GB18030)' },
  big5: { group: 'Chinese', name: 'Chinese, traditional (Big5)', detected: ['big5hkscs'] },
  'euc-kr': { group: 'Korean', name: 'Korean (EUC-KR)', detected: ['cp949', 'euc-kr'] },
} as const satisfies Readonly<Record<string, EncodingEntry>>;

export type TextEncoding = keyof typeof ENCODINGS;

/** The encodings whose lines can't be decoded one by one. */
export type StreamedEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'iso-2022-jp';

export function isStreamed(encoding: TextEncoding): encoding is StreamedEncoding {
  return encodingGroup(encoding) === 'Unicode' || encoding === 'iso-2022-jp';
}

const entryOf = (encoding: TextEncoding): EncodingEntry => ENCODINGS[encoding];

/** All encodings, by group. */
export const TEXT_ENCODINGS = Object.keys(ENCODINGS) as readonly TextEncoding[];

/** The encodings that only their text tells apart. */
export const LEGACY_ENCODINGS = TEXT_ENCODINGS.filter((encoding) => detectorNames(encoding).length > 0);

/** An encoding's name on screen: `Cyrillic (Windows-1251)`. */
export function encodingName(encoding: TextEncoding): string {
  return entryOf(encoding).name;
}

export function encodingGroup(encoding: TextEncoding): EncodingGroup {
  return entryOf(encoding).group;
}

/** The detector's names for an encoding; empty if it is not detected statistically. */
export function detectorNames(encoding: TextEncoding): readonly string[] {
  return entryOf(encoding).detected ?? [encoding];
}

/** Decodes bytes; invalid sequences become U+FFFD, and a byte order mark is removed. */
export function decodeAs(bytes: Uint8Array, encoding: TextEncoding): string {
  return isDosCodePage(encoding) ? decodeDos(bytes, encoding) : new TextDecoder(encoding).decode(bytes);
}

/** Decodes Unicode or ISO-2022-JP that comes in pieces, which may be cut within a character. */
export function* decodePieces(pieces: Iterable<Uint8Array>, encoding: StreamedEncoding): Generator<string> {
  const decoder = new TextDecoder(encoding);
  for (const piece of pieces) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}
/**
 * The upper halves (0x80 to 0xFF) of IBM code pages 437, 850 and 852, which old European office programs write and the
 * Encoding Standard lacks.
 */
const UPPER_HALVES = {
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0',
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00AD˝˛ˇ˘§÷¸°¨˙űŘř■\u00A0',
} as const;

type DosCodePage = keyof typeof UPPER_HALVES;

function isDosCodePage(encoding: TextEncoding): encoding is DosCodePage {
  return encoding in UPPER_HALVES;
}

/** Decodes bytes with a DOS code page; every byte is a character. */
function decodeDos(bytes: Uint8Array, codePage: DosCodePage): string {
  const upper = UPPER_HALVES[codePage];
  return Array.from(bytes, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : upper.charAt(byte - 0x80),
  ).join('');
}
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
/** UTF-8 decoded as Windows-1252: `JosÃ©`. */
const GARBLED = /[ÂÃÄÅÐÑâ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;

/** The characters of bytes 0x80 to 0x9F in Windows-1252, whose code points differ from their bytes. */
const HIGH_BYTES = new Map(
  Array.from({ length: 32 }, (_, at) => 0x80 + at).map((byte) => [
    new TextDecoder('windows-1252').decode(Uint8Array.of(byte)),
    byte,
  ]),
);

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Repairs text that was UTF-8 decoded as Windows-1252; returns any other text unchanged. */
export function repairText(text: string): string {
  if (!GARBLED.test(text)) return text;
  const bytes = [...text].map((letter) => HIGH_BYTES.get(letter) ?? letter.charCodeAt(0));
  if (bytes.some((byte) => byte > 0xff)) return text;
  try {
    return strictUtf8.decode(Uint8Array.from(bytes));
  } catch {
    return text;
  }
}
/** A file's bytes in pieces of any length. */
export type BytePieces = readonly Uint8Array[];

/** How much of a file is read at a time, bytes. */
const PIECE_BYTES = 1024 * 1024;

/** Reads a file piece by piece, so that it is never copied whole. */
export async function readPieces(file: Blob): Promise<BytePieces> {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    pieces.push(new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer()));
  }
  return pieces;
}

export function sizeOf(pieces: BytePieces): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/** The first bytes, so many at most. */
export function firstBytes(pieces: BytePieces, most: number): Uint8Array {
  const first: Uint8Array[] = [];
  for (let at = 0, left = most; at < pieces.length && left > 0; at += 1) {
    const part = pieces[at]?.subarray(0, left) ?? new Uint8Array();
    first.push(part);
    left -= part.length;
  }
  return joined(first);
}

export function joined(pieces: BytePieces): Uint8Array {
  const [only, another] = pieces;
  if (only && !another) return only;
  const bytes = new Uint8Array(sizeOf(pieces));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** The lines without their line feeds, wherever the pieces are cut. */
export function* linesOf(pieces: BytePieces): Generator<Uint8Array> {
  let begun: Uint8Array[] = [];
  for (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf(LINE_FEED); end >= 0; end = piece.indexOf(LINE_FEED, start)) {
      yield joined([...begun, piece.subarray(start, end)]);
      begun = [];
      start = end + 1;
    }
    begun.push(piece.subarray(start));
  }
  yield joined(begun);
}

const LINE_FEED = 0x0a;
