import type { IDetectedMap } from 'jschardet';
import { MAX_IMPORT_BYTES } from '../../../shared/imports.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import {
  type BytePieces,
  decodeAs,
  decodePieces,
  detectorNames,
  type EncodingGroup,
  encodingGroup,
  firstBytes,
  hasNonAscii,
  isStreamed,
  LEGACY_ENCODINGS,
  linesOf,
  looksGarbled,
  type StreamedEncoding,
  sizeOf,
  type TextEncoding,
} from './text-encodings.ts';

/** How a text file was decoded. */
export interface FileDecoding {
  readonly encoding: TextEncoding;
  /** Some lines are UTF-8, the others use `encoding`: the file was pasted together from several. */
  readonly mixed: boolean;
  /** No other encoding is nearly as likely, or the user chose this one. */
  readonly sure: boolean;
  /** The likeliest encodings, with sample names. */
  readonly candidates: readonly EncodingSample[];
}

/** Encodings that bytes prove: by a byte order mark, by being valid, by their escapes. */
const PROVABLE: ReadonlySet<TextEncoding> = new Set(['utf-8', 'utf-16le', 'utf-16be', 'iso-2022-jp']);

/** Whether no encoding was guessed: each letter is what was written. */
export function isProven(decoding: FileDecoding | null): boolean {
  return decoding === null || (decoding.sure && PROVABLE.has(decoding.encoding));
}

/** Sample names as decoded with an encoding. */
export interface EncodingSample {
  readonly encoding: TextEncoding;
  readonly sample: string;
}

/** A text that comes in pieces. */
export interface DecodedText {
  readonly texts: Iterable<string>;
  /** How the text is decoded, complete once it was all read; null for plain ASCII, which all encodings share. */
  readonly decoding: () => FileDecoding | null;
}

/** Checks a file's size before it is read. Error: `file_too_large`. */
export function checkSize(bytes: number): Result<null> {
  if (bytes <= MAX_IMPORT_BYTES) return ok(null);
  return fail('file_too_large', { mostBytes: MAX_IMPORT_BYTES });
}

/**
 * Decodes a CSV or TSV file. Trusts a byte order mark, valid UTF-8 and the escapes of ISO-2022-JP; otherwise guesses the
 * encoding from the text. `chosen` is the user's choice.
 */
export async function decodeText(pieces: BytePieces, chosen?: TextEncoding): Promise<DecodedText> {
  const detected = await encodingOf(pieces);
  if (detected === 'ascii' && chosen === undefined) {
    return { texts: decodePieces(pieces, 'utf-8'), decoding: () => null };
  }
  const { candidates, sure } = detected === 'ascii' ? NO_DOUBT : detected;
  const encoding = chosen ?? candidates[0]?.encoding ?? 'windows-1252';
  const samples = candidates.slice(0, MAX_CANDIDATES).map(sampleOf);
  const decoding = { encoding, sure: sure || chosen !== undefined, candidates: samples };
  if (isStreamed(encoding)) {
    return { texts: decodePieces(pieces, encoding), decoding: () => ({ ...decoding, mixed: false }) };
  }
  let mixed = false;
  const texts = decodeLines(pieces, encoding, () => (mixed = true));
  return { texts, decoding: () => ({ ...decoding, mixed }) };
}

const NO_DOUBT: DetectedEncoding = { candidates: [], sure: true };

const MAX_CANDIDATES = 5;

/** Takes cells from the end, because those at the start are column names. */
function sampleOf({ encoding, cells }: EncodingCandidate): EncodingSample {
  const short = [...new Set(cells)].filter((cell) => cell.length < 40);
  return { encoding, sample: short.slice(-2).join(', ') };
}

/** The encoding that the bytes prove, or else the likeliest ones. */
async function encodingOf(pieces: BytePieces): Promise<DetectedEncoding | 'ascii'> {
  const utf16 = utf16Order(pieces);
  if (utf16) return only(utf16, pieces);
  if (!pieces.some(isBeyondAscii)) return hasJapaneseEscape(pieces) ? only('iso-2022-jp', pieces) : 'ascii';
  if (!isUtf8(pieces)) return detectEncoding(linesNotUtf8(pieces));
  const unicode = only('utf-8', pieces);
  if (hasByteOrderMark(pieces) || hasProperCell(pieces)) return unicode;
  // Two bytes of another encoding may happen to be one unusual letter in UTF-8.
  const legacy = await detectEncoding(linesOf(pieces));
  if (!legacy.sure) return { candidates: [...unicode.candidates, ...legacy.candidates], sure: true };
  return { candidates: [...legacy.candidates, ...unicode.candidates], sure: false };
}

/** Whether UTF-8 makes any cell of it look right. */
function hasProperCell(pieces: BytePieces): boolean {
  for (const cell of nonAsciiCells(decodePieces(pieces, 'utf-8'))) if (!looksGarbled(cell)) return true;
  return false;
}

/** Characters of sample cells to keep. */
const SAMPLE_LENGTH = 60_000;

function only(encoding: StreamedEncoding, pieces: BytePieces): DetectedEncoding {
  const cells: string[] = [];
  let length = 0;
  for (const cell of nonAsciiCells(decodePieces(pieces, encoding))) {
    cells.push(cell);
    length += cell.length;
    if (length >= SAMPLE_LENGTH) break;
  }
  return { candidates: [{ encoding, cells }], sure: true };
}

/** Cells with a letter beyond ASCII. */
function* nonAsciiCells(texts: Iterable<string>): Generator<string> {
  let rest = '';
  for (const text of texts) {
    const cells = (rest + text).split(/[\r\n\t,;"]+/);
    rest = cells.pop() ?? '';
    yield* cells.filter(hasLetterBeyondAscii);
  }
  if (hasLetterBeyondAscii(rest)) yield rest;
}

function hasLetterBeyondAscii(cell: string): boolean {
  return /[^\p{ASCII}\uFEFF]/u.test(cell);
}

function isBeyondAscii(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte >= 0x80);
}

function hasByteOrderMark(pieces: BytePieces): boolean {
  const [first, second, third] = firstBytes(pieces, 3);
  return first === 0xef && second === 0xbb && third === 0xbf;
}

/** ESC $ @ or ESC $ B: two-byte Japanese follows (RFC 1468). */
function hasJapaneseEscape(pieces: BytePieces): boolean {
  let before = '';
  // Plain ASCII so far, which is the same in UTF-8.
  for (const text of decodePieces(pieces, 'utf-8')) {
    const all = before + text;
    if (all.includes('\u001b$@') || all.includes('\u001b$B')) return true;
    before = all.slice(-2);
  }
  return false;
}

/** Detects UTF-16 by its byte order mark, or else by the ASCII characters that every list has. */
function utf16Order(pieces: BytePieces): 'utf-16le' | 'utf-16be' | undefined {
  const head = firstBytes(pieces, 4096);
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (sizeOf(pieces) % 2 === 1 || !head.includes(0)) return undefined;
  let little = 0;
  let big = 0;
  for (let at = 0; at + 1 < head.length; at += 2) {
    const [first = 0, second = 0] = head.subarray(at, at + 2);
    if (second === 0 && isPlainText(first)) little += 1;
    else if (first === 0 && isPlainText(second)) big += 1;
    else if (first === 0 && second === 0) return undefined;
  }
  const many = head.length / 20;
  if (little > many && little > big * 4) return 'utf-16le';
  return big > many && big > little * 4 ? 'utf-16be' : undefined;
}

function isPlainText(code: number): boolean {
  return (code >= 0x20 && code < 0x7f) || code === LINE_FEED || code === CARRIAGE_RETURN || code === TAB;
}

/** Whether these bytes cannot be text in any supported encoding. */
export function isBinary(pieces: BytePieces): boolean {
  return utf16Order(pieces) === undefined && pieces.some((piece) => piece.includes(0));
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const TAB = 0x09;

function isUtf8(pieces: BytePieces): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (const piece of pieces) decoder.decode(piece, { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** A line decoded as UTF-8; undefined if it is invalid UTF-8 or plain ASCII. */
function nonAsciiUtf8(line: Uint8Array): string | undefined {
  const text = asUtf8(line);
  return text !== undefined && text.length < line.length ? text : undefined;
}

/** Enough to detect the encoding. */
const SAMPLE_BYTES = 200_000;

/** The lines to detect the encoding from; UTF-8 lines among them come from another file. */
function* linesNotUtf8(pieces: BytePieces): Generator<Uint8Array> {
  let size = 0;
  for (const line of linesOf(pieces)) {
    if (size > SAMPLE_BYTES) return;
    if (asUtf8(line) !== undefined) continue;
    yield line;
    size += line.length + 1;
  }
}

/**
 * Decodes line by line, because lists are often pasted together from several files: a valid UTF-8 line counts as UTF-8 if
 * `encoding` garbles it.
 */
function* decodeLines(pieces: BytePieces, encoding: TextEncoding, onUtf8: () => void): Generator<string> {
  let lineEnd = '';
  for (const line of linesOf(pieces)) {
    const text = decodeAs(line, encoding);
    const utf8 = nonAsciiUtf8(line);
    const isUtf8Line = utf8 !== undefined && !anyGarbled(utf8) && anyGarbled(text);
    if (isUtf8Line) onUtf8();
    yield lineEnd + (isUtf8Line ? utf8 : text);
    lineEnd = '\n';
  }
}

function anyGarbled(text: string): boolean {
  return [...nonAsciiCells([text])].some(looksGarbled);
}

/** A possible encoding of a file. */
export interface EncodingCandidate {
  readonly encoding: TextEncoding;
  /** The cells with text beyond ASCII, decoded with it. */
  readonly cells: readonly string[];
}

export interface DetectedEncoding {
  /** The likeliest first. */
  readonly candidates: readonly EncodingCandidate[];
  /** No other candidate is nearly as likely as the first. */
  readonly sure: boolean;
}

interface RatedEncoding extends EncodingCandidate {
  readonly words: readonly string[];
  readonly score: number;
  /** The detector's own rating. */
  readonly confidence: number;
  /** The share of words that could be names in a language of this encoding. */
  readonly fit: number;
  /** The share of cells that look garbled. */
  readonly garbled: number;
}

/** Bytes to look at; bounds the time detection takes. */
const RATED_BYTES = 60_000;

/** Cells that are also rated one by one, for lists in several languages. */
const SINGLE_CELLS = 24;

/** The bonus for Windows-1252, in which Excel saves most lists that are not UTF-8. */
const WINDOWS_1252_BONUS = 1.15;

/** A candidate this many times less likely than the first is dropped. */
const MUCH_LESS = 20;

/** How much less likely a list in several languages is than a list in one. */
const SEVERAL_LANGUAGES = 0.6;

/**
 * Guesses the encoding from the text. The detector rates letter sequences; knowledge of names adds to that: words that
 * look garbled, letters that no single language has, and the characters of East Asian names. The detector's model is
 * large (1 MB), so it is loaded on demand.
 */
export async function detectEncoding(lines: Iterable<Uint8Array>): Promise<DetectedEncoding> {
  const cells = bytesOfNonAsciiCells(lines);
  const { detectAll } = await import('jschardet');
  const confidencesOf = (some: Uint8Array) =>
    byEncoding(detectAll(some, { minimumThreshold: 0, detectEncodings: DETECTED }));
  const sample = joined(cells);
  const together = confidencesOf(sample);
  const single = cells.slice(0, SINGLE_CELLS).map(confidencesOf);
  const rated = LEGACY_ENCODINGS.map((encoding) => {
    const apart = single.reduce((sum, found) => sum + (found.get(encoding) ?? 0), 0) / single.length;
    return rate(encoding, sample, together.get(encoding) ?? 0, apart);
  })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const [first, ...others] = distinct(rated);
  if (!first) return { candidates: [], sure: false };
  const near = others.filter(({ score, garbled }) => score > first.score / MUCH_LESS && garbled < 0.5);
  return { candidates: [first, ...near], sure: isSure(first, near[0]) };
}

/** The first cells with text beyond ASCII: other cells tell nothing, but would count. */
function bytesOfNonAsciiCells(lines: Iterable<Uint8Array>): readonly Uint8Array[] {
  const found: Uint8Array[] = [];
  let size = 0;
  for (const line of lines) {
    for (const cell of cellsOf(line)) {
      found.push(cell);
      size += cell.length;
      if (size >= RATED_BYTES) return found;
    }
  }
  return found;
}

/** The cells of a line with text beyond ASCII. */
function* cellsOf(line: Uint8Array): Generator<Uint8Array> {
  let start = 0;
  let plain = true;
  for (let at = 0; at <= line.length; at += 1) {
    const byte = line[at] ?? LINE_FEED;
    if (byte >= 0x80) plain = false;
    if (!CELL_ENDS.has(byte)) continue;
    if (!plain) yield line.subarray(start, at);
    start = at + 1;
    plain = true;
  }
}

function joined(cells: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(cells.flatMap((cell) => [...cell, LINE_FEED]));
}

/** None of these is the second byte of a character in any encoding. */
const CELL_ENDS = new Set([LINE_FEED, CARRIAGE_RETURN, TAB, 0x2c, 0x3b, 0x22]);

const DETECTED = LEGACY_ENCODINGS.flatMap(detectorNames);

function byEncoding(results: readonly IDetectedMap[]): ReadonlyMap<TextEncoding, number> {
  const found = new Map<TextEncoding, number>();
  for (const { encoding, confidence } of results) {
    const named = BY_DETECTOR_NAME.get(encoding?.toLowerCase() ?? '');
    if (named) found.set(named, Math.max(confidence, found.get(named) ?? 0));
  }
  return found;
}

/** Includes the names that the detector returns for encodings it is asked for by another name. */
const BY_DETECTOR_NAME = new Map<string, TextEncoding>([
  ...LEGACY_ENCODINGS.flatMap((encoding) => detectorNames(encoding).map((name) => [name, encoding] as const)),
  ['macroman', 'macintosh'],
  ['maccyrillic', 'x-mac-cyrillic'],
  ['ibm866', 'ibm866'],
  ['shift_jis', 'shift_jis'],
  ['euc-jp', 'euc-jp'],
  ['big5', 'big5'],
]);

const EAST_ASIAN: Readonly<Partial<Record<TextEncoding, EastAsian>>> = {
  shift_jis: 'Japanese',
  'euc-jp': 'Japanese',
  gb18030: 'Chinese',
  big5: 'Chinese',
  'euc-kr': 'Korean',
};

function rate(encoding: TextEncoding, sample: Uint8Array, together: number, apart: number): RatedEncoding {
  const text = decodeAs(sample, encoding);
  const words = text.split(/[\s.,'’()/"-]+/).filter(hasNonAscii);
  const cells = text.split('\n').filter((cell) => cell !== '');
  const garbled = cells.filter(looksGarbled).length / Math.max(1, cells.length);
  const language = EAST_ASIAN[encoding];
  if (language) {
    const fit = Math.min(1, commonShare(text, language) / 0.5);
    // The detector was trained on running text and rates names alone far too low.
    const confidence = Math.max(together, 0.1);
    return {
      encoding,
      cells,
      words,
      fit,
      garbled,
      confidence,
      score: confidence * fit ** 2 * (1 - garbled) ** 4,
    };
  }
  const { one, any } = alphabetFits(words);
  const likelihood = Math.max(together * one ** 2, apart * any ** 2 * SEVERAL_LANGUAGES);
  const score = likelihood * (1 - garbled) ** 4 * (encoding === 'windows-1252' ? WINDOWS_1252_BONUS : 1);
  return { encoding, cells, words, fit: any, garbled, confidence: together, score };
}

/** How well words fit the alphabet of one language, or of any; names start with a capital in scripts that have them. */
function alphabetFits(words: readonly string[]): { readonly one: number; readonly any: number } {
  const cased = words.filter((word) => word.toLowerCase() !== word.toUpperCase());
  if (cased.length === 0) return { one: 1, any: 1 };
  const small = cased.filter((word) => word === word.toLowerCase()).length / cased.length;
  const { one, any } = languageShares(cased);
  return { one: one * (1 - small / 2), any: any * (1 - small / 2) };
}

/** The detector's least confidence for real names; higher for scripts without ASCII letters. */
function leastConfidence(encoding: TextEncoding): number {
  return WITH_PLAIN_LETTERS.has(encodingGroup(encoding)) ? 0.03 : 0.1;
}

const WITH_PLAIN_LETTERS = new Set<EncodingGroup>([
  'Western European',
  'Central European',
  'Baltic',
  'Turkish',
]);

/** Keeps one of several encodings that decode the text alike: the first of those offered. */
function distinct(rated: readonly RatedEncoding[]): readonly RatedEncoding[] {
  const byText = new Map<string, RatedEncoding>();
  for (const reading of rated) {
    const key = reading.cells.join('\n');
    const known = byText.get(key);
    const earlier =
      known && LEGACY_ENCODINGS.indexOf(reading.encoding) < LEGACY_ENCODINGS.indexOf(known.encoding);
    if (!known) byText.set(key, reading);
    else if (earlier) byText.set(key, { ...known, encoding: reading.encoding });
  }
  return [...byText.values()];
}

/** Whether the first candidate is far enough ahead; the fewer words, the larger the lead must be. */
function isSure(first: RatedEncoding, second: RatedEncoding | undefined): boolean {
  const { garbled, fit, confidence, encoding, words, score } = first;
  if (garbled > 0.02 || fit < 0.8 || confidence < leastConfidence(encoding)) return false;
  return second === undefined || score > second.score * (1.3 + 4 / new Set(words).size);
}
/**
 * The letters beyond a to z of each language. A name in the wrong encoding mixes letters that no language has together:
 * `Françoise Hélène` read as Windows-1250 is `Françoise Hélčne`.
 */
const LETTERS = {
  german: 'äöüß',
  french: 'àâæçéèêëîïôœùûüÿ',
  spanish: 'áéíñóúüç',
  portuguese: 'áàâãçéêíóôõúü',
  italian: 'àèéìíòóùú',
  nordic: 'åäöæøéüð',
  icelandic: 'áðéíóúýþæö',
  dutch: 'áéëïèöüó',
  catalan: 'àçéèíïóòúü',
  polish: 'ąćęłńóśźż',
  czech: 'áčďéěíňóřšťúůýžö',
  slovak: 'áäčďéíĺľňóôŕšťúýž',
  hungarian: 'áéíóöőúüű',
  romanian: 'ăâîşţșț',
  southSlavic: 'čćđšž',
  albanian: 'çë',
  turkish: 'çğıi̇öşüâîû',
  lithuanian: 'ąčęėįšųūž',
  latvian: 'āčēģīķļņšūžōŗ',
  estonian: 'äõöüšž',
  russian: 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  ukrainian: 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя’',
  belarusian: 'абвгдеёжзійклмнопрстуўфхцчшыьэюя',
  serbian: 'абвгдђежзијклљмнњопрстћуфхцчџш',
  macedonian: 'абвгдѓежзѕијклљмнњопрстќуфхцчџш',
  greek: 'αάβγδεέζηήθιίϊΐκλμνξοόπρσςτυύϋΰφχψωώ',
} as const;

const LANGUAGES = Object.values(LETTERS).map((letters) => new Set(letters));

/** The share of words (0 to 1) whose letters fit the best single language (`one`), or each fit some language (`any`). */
export function languageShares(words: readonly string[]): { readonly one: number; readonly any: number } {
  if (words.length === 0) return { one: 1, any: 1 };
  const letters = words.map((word) => [...word.toLowerCase()].filter((letter) => letter > '\u007f'));
  const fits = (language: ReadonlySet<string>) => (word: readonly string[]) =>
    word.every((letter) => language.has(letter));
  const most = Math.max(...LANGUAGES.map((language) => letters.filter(fits(language)).length));
  const some = letters.filter((word) => LANGUAGES.some((language) => fits(language)(word))).length;
  return { one: most / words.length, any: some / words.length };
}

/** The characters of most East Asian names. Chinese read as Korean, or the reverse, has next to none of them. */
const COMMON = {
  Chinese: new Set(
    '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段钱汤尹黎易常武乔贺赖龚文' +
      '伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚桂红玉华建国志海燕鹏辉玲飞斌宇浩凯健俊帆帅旭宁鑫欣怡雪婷慧莹佳琳颖倩梅萍春晓东波新云峰光天成小子思雨晨嘉琪梓涵子轩浩然一诺美莉永利德生福荣贵祥凤珍香月瑞瑶蕾薇菲晶璐璇' +
      '陳張劉楊趙黃吳孫馬羅鄭謝韓馮許鄧蕭曾呂蘇盧蔣葉閻鍾譚鄒陸龍萬錢湯賴龔顧喬賀' +
      '家豪淑芬志明美玲俊傑雅婷建宏怡君宗翰佩珊偉麗靜強軍勇艷娟濤蘭剛紅華國鵬輝飛凱健寧雲東曉鳳珍貴榮慧瑩穎詩涵宜蓁冠宇承恩柏翰彥廷品妤欣瑜雯惠芳秀英素貞玉嘉文雄正義信義彬賢哲維仁育智惠儀筱萱郁婉鈺曉琪子軒',
  ),
  Japanese: new Set(
    '佐藤鈴木高橋田中伊渡辺山本村小林加吉斎斉井上口松清水野原石崎藤島川長谷橋阿部森池内青福太岡西後坂谷近遠河三浦宮前金工酒武竹丸今杉横菅久保関平新千葉岩菊大塚安柴東南北北原片桐尾角星黒白秋沢澤浜濱土屋柳望月荒服根岸堀飯馬' +
      '太郎花子健一美咲翔陽菜直樹恵誠裕智明正和幸雄夫弘博之隆浩秀俊洋介輔大拓也真由紀香奈理沙愛未来優結衣葵凛蓮悠斗颯湊莉央彩恵里子加代久子千尋純敏文義信昭豊茂勝進勇徹学修司孝志次三二男女実貴史哲亮航海空春夏冬桜',
  ),
  Korean: new Set(
    '김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국어은편용' +
      '준서훈수빈은영미경호재상동혜나윤아예태승규철숙희순자선미정현주연하린율채원유소민석환욱건찬솔라람별가다리나보라슬세시온유의화창범권혁균섭식봉열웅걸복례춘말',
  ),
} as const;

export type EastAsian = keyof typeof COMMON;

const KANA = /[\u3041-\u30ff]/;

/** The share of a text's characters (0 to 1) that are common in names of a language. */
export function commonShare(text: string, language: EastAsian): number {
  const all = [...text].filter((letter) => /[\p{L}ー]/u.test(letter) && letter > '\u007f');
  if (all.length === 0) return 0;
  const common = COMMON[language];
  const found = all.filter((letter) => common.has(letter) || (language === 'Japanese' && KANA.test(letter)));
  return found.length / all.length;
}
