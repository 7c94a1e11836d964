import { fail, ok, type Result } from '../../../../shared/result.ts';
import { type DetectedEncoding, detectEncoding, type EncodingCandidate } from './detect-encoding.ts';
import { looksGarbled } from './garbled-text.ts';
import { decodeAs, encodingGroup, type TextEncoding } from './text-encodings.ts';

/** Larger than any list of people one would have called, bytes. */
export const MOST_BYTES = 10 * 1024 * 1024;

/** How the letters of a text file were read. */
export interface FileLetters {
  readonly encoding: TextEncoding;
  /** Some lines are UTF-8, the others of this encoding: the file was put together from several. */
  readonly mixed: boolean;
  /** No other reading comes near, or a person has chosen this one. */
  readonly sure: boolean;
  /** The likeliest readings, and a few names as they would look. */
  readonly candidates: readonly EncodingSample[];
}

/** What a reading would make of the names. */
export interface EncodingSample {
  readonly encoding: TextEncoding;
  readonly sample: string;
}

/** A file's text, and how its letters were read; null where every letter is plain ASCII, which all encodings share. */
export interface DecodedText {
  readonly text: string;
  readonly letters: FileLetters | null;
}

/** Refuses a file by its size alone, before it is read. Error: `file_too_large`. */
export function checkSize(bytes: number): Result<null> {
  if (bytes <= MOST_BYTES) return ok(null);
  return fail('file_too_large', { mostBytes: MOST_BYTES });
}

/**
 * The text of a CSV or TSV file. What marks itself is believed (byte order marks, valid UTF-8, the escapes of
 * ISO-2022-JP); else the encoding is told by what the letters spell. `chosen` is what a person says.
 */
export async function decodeText(bytes: Uint8Array, chosen?: TextEncoding): Promise<DecodedText> {
  const told = await toldEncoding(bytes);
  if (told === 'ascii' && chosen === undefined) return { text: decodeAs(bytes, 'utf-8'), letters: null };
  const { candidates, sure } = told === 'ascii' ? NO_DOUBT : told;
  const encoding = chosen ?? candidates[0]?.encoding ?? 'windows-1252';
  const samples = candidates.slice(0, MOST_CANDIDATES).map(sampleOf);
  const letters = { encoding, sure: sure || chosen !== undefined, candidates: samples };
  const { text, mixed } = decodeLines(bytes, encoding);
  return { text, letters: { ...letters, mixed } };
}

const NO_DOUBT: DetectedEncoding = { candidates: [], sure: true };

/** As many readings as one looks through at a glance. */
const MOST_CANDIDATES = 5;

/** Cells from the end, for those at the beginning are column names. */
function sampleOf({ encoding, cells }: EncodingCandidate): EncodingSample {
  const short = [...new Set(cells)].filter((cell) => cell.length < 40);
  return { encoding, sample: short.slice(-2).join(', ') };
}

/** What the bytes themselves say beyond doubt, else what their letters spell. */
async function toldEncoding(bytes: Uint8Array): Promise<DetectedEncoding | 'ascii'> {
  const utf16 = utf16Order(bytes);
  if (utf16) return only(utf16, decodeAs(bytes, utf16));
  if (!bytes.some((byte) => byte >= 0x80)) {
    return hasJapaneseEscape(bytes) ? only('iso-2022-jp', decodeAs(bytes, 'iso-2022-jp')) : 'ascii';
  }
  const utf8 = asUtf8(bytes);
  if (utf8 === undefined) return detectEncoding(linesNotUtf8(bytes));
  const told = only('utf-8', utf8);
  const [{ cells = [] } = {}] = told.candidates;
  if (hasMark(bytes) || !cells.every(looksGarbled)) return told;
  // Two bytes of another encoding may happen to be one odd letter of UTF-8.
  const legacy = await detectEncoding(bytes);
  if (!legacy.sure) return { candidates: [...told.candidates, ...legacy.candidates], sure: true };
  return { candidates: [...legacy.candidates, ...told.candidates], sure: false };
}

function only(encoding: TextEncoding, text: string): DetectedEncoding {
  return { candidates: [{ encoding, cells: unplainCells(text) }], sure: true };
}

/** Cells with a letter beyond ASCII. */
function unplainCells(text: string): readonly string[] {
  return text.split(/[\r\n\t,;"]+/).filter((cell) => /[^\p{ASCII}\uFEFF]/u.test(cell));
}

function hasMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** ESC $ @ or ESC $ B: two-byte Japanese follows (RFC 1468). */
function hasJapaneseEscape(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0x1b); at >= 0; at = bytes.indexOf(0x1b, at + 1)) {
    if (bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x40 || bytes[at + 2] === 0x42)) return true;
  }
  return false;
}

/** By its byte order mark or, without one, by the plain letters, digits and line ends that every list has. */
function utf16Order(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, 4096);
  if (bytes.length % 2 === 1 || !head.includes(0)) return undefined;
  let little = 0;
  let big = 0;
  for (let at = 0; at + 1 < head.length; at += 2) {
    const [first = 0, second = 0] = head.subarray(at, at + 2);
    if (second === 0 && isPlain(first)) little += 1;
    else if (first === 0 && isPlain(second)) big += 1;
    else if (first === 0 && second === 0) return undefined;
  }
  const many = head.length / 20;
  if (little > many && little > big * 4) return 'utf-16le';
  return big > many && big > little * 4 ? 'utf-16be' : undefined;
}

function isPlain(code: number): boolean {
  return (code >= 0x20 && code < 0x7f) || code === LINE_FEED || code === CARRIAGE_RETURN || code === TAB;
}

/** Whether these bytes cannot be text in any encoding read here. */
export function isBinary(bytes: Uint8Array): boolean {
  return utf16Order(bytes) === undefined && bytes.includes(0);
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const TAB = 0x09;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function* linesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start <= bytes.length; ) {
    const found = bytes.indexOf(LINE_FEED, start);
    const end = found < 0 ? bytes.length : found;
    yield bytes.subarray(start, end);
    start = end + 1;
  }
}

/** What a line is in UTF-8, where it has letters beyond ASCII and all of them are UTF-8. */
function unplainUtf8(line: Uint8Array): string | undefined {
  const text = asUtf8(line);
  return text !== undefined && text.length < line.length ? text : undefined;
}

/** As much as tells the encoding. */
const TELLING_BYTES = 200_000;

/** The lines that tell the encoding, for those that are UTF-8 beside others are of another file. */
function linesNotUtf8(bytes: Uint8Array): Uint8Array {
  const found: number[] = [];
  for (const line of linesOf(bytes)) {
    if (asUtf8(line) === undefined) found.push(...line, LINE_FEED);
    if (found.length > TELLING_BYTES) break;
  }
  return Uint8Array.from(found);
}

/**
 * Line by line, for lists are often pasted together from files of different programs: a line of UTF-8 is read so where
 * the encoding of the others makes nothing of it.
 */
function decodeLines(bytes: Uint8Array, encoding: TextEncoding): { text: string; mixed: boolean } {
  if (encodingGroup(encoding) === 'Unicode' || encoding === 'iso-2022-jp') {
    return { text: decodeAs(bytes, encoding), mixed: false };
  }
  let mixed = false;
  const lines = Array.from(linesOf(bytes), (line) => {
    const text = decodeAs(line, encoding);
    const utf8 = unplainUtf8(line);
    if (utf8 === undefined || unplainCells(utf8).some(looksGarbled)) return text;
    if (!unplainCells(text).some(looksGarbled)) return text;
    mixed = true;
    return utf8;
  });
  return { text: lines.join('\n'), mixed };
}
