import { MAX_IMPORT_BYTES } from '../../../../shared/imports.ts';
import { fail, ok, type Result } from '../../../../shared/result.ts';
import { type DetectedEncoding, detectEncoding, type EncodingCandidate } from './detect-encoding.ts';
import { looksGarbled } from './garbled-text.ts';
import { decodeAs, encodingGroup, type TextEncoding } from './text-encodings.ts';

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

/** Sample names as decoded with an encoding. */
export interface EncodingSample {
  readonly encoding: TextEncoding;
  readonly sample: string;
}

/** A file's text. `decoding` is null for plain ASCII, which all encodings share. */
export interface DecodedText {
  readonly text: string;
  readonly decoding: FileDecoding | null;
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
export async function decodeText(bytes: Uint8Array, chosen?: TextEncoding): Promise<DecodedText> {
  const detected = await encodingOf(bytes);
  if (detected === 'ascii' && chosen === undefined) return { text: decodeAs(bytes, 'utf-8'), decoding: null };
  const { candidates, sure } = detected === 'ascii' ? NO_DOUBT : detected;
  const encoding = chosen ?? candidates[0]?.encoding ?? 'windows-1252';
  const samples = candidates.slice(0, MAX_CANDIDATES).map(sampleOf);
  const decoding = { encoding, sure: sure || chosen !== undefined, candidates: samples };
  const { text, mixed } = decodeLines(bytes, encoding);
  return { text, decoding: { ...decoding, mixed } };
}

const NO_DOUBT: DetectedEncoding = { candidates: [], sure: true };

const MAX_CANDIDATES = 5;

/** Takes cells from the end, because those at the start are column names. */
function sampleOf({ encoding, cells }: EncodingCandidate): EncodingSample {
  const short = [...new Set(cells)].filter((cell) => cell.length < 40);
  return { encoding, sample: short.slice(-2).join(', ') };
}

/** The encoding that the bytes prove, or else the likeliest ones. */
async function encodingOf(bytes: Uint8Array): Promise<DetectedEncoding | 'ascii'> {
  const utf16 = utf16Order(bytes);
  if (utf16) return only(utf16, decodeAs(bytes, utf16));
  if (!bytes.some((byte) => byte >= 0x80)) {
    return hasJapaneseEscape(bytes) ? only('iso-2022-jp', decodeAs(bytes, 'iso-2022-jp')) : 'ascii';
  }
  const utf8 = asUtf8(bytes);
  if (utf8 === undefined) return detectEncoding(linesNotUtf8(bytes));
  const unicode = only('utf-8', utf8);
  const [{ cells = [] } = {}] = unicode.candidates;
  if (hasByteOrderMark(bytes) || !cells.every(looksGarbled)) return unicode;
  // Two bytes of another encoding may happen to be one unusual letter in UTF-8.
  const legacy = await detectEncoding(bytes);
  if (!legacy.sure) return { candidates: [...unicode.candidates, ...legacy.candidates], sure: true };
  return { candidates: [...legacy.candidates, ...unicode.candidates], sure: false };
}

function only(encoding: TextEncoding, text: string): DetectedEncoding {
  return { candidates: [{ encoding, cells: nonAsciiCells(text) }], sure: true };
}

/** Cells with a letter beyond ASCII. */
function nonAsciiCells(text: string): readonly string[] {
  return text.split(/[\r\n\t,;"]+/).filter((cell) => /[^\p{ASCII}\uFEFF]/u.test(cell));
}

function hasByteOrderMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** ESC $ @ or ESC $ B: two-byte Japanese follows (RFC 1468). */
function hasJapaneseEscape(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0x1b); at >= 0; at = bytes.indexOf(0x1b, at + 1)) {
    if (bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x40 || bytes[at + 2] === 0x42)) return true;
  }
  return false;
}

/** Detects UTF-16 by its byte order mark, or else by the ASCII characters that every list has. */
function utf16Order(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, 4096);
  if (bytes.length % 2 === 1 || !head.includes(0)) return undefined;
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

/** A line decoded as UTF-8; undefined if it is invalid UTF-8 or plain ASCII. */
function nonAsciiUtf8(line: Uint8Array): string | undefined {
  const text = asUtf8(line);
  return text !== undefined && text.length < line.length ? text : undefined;
}

/** Enough to detect the encoding. */
const SAMPLE_BYTES = 200_000;

/** The lines to detect the encoding from; UTF-8 lines among them come from another file. */
function linesNotUtf8(bytes: Uint8Array): Uint8Array {
  const found: number[] = [];
  for (const line of linesOf(bytes)) {
    if (asUtf8(line) === undefined) found.push(...line, LINE_FEED);
    if (found.length > SAMPLE_BYTES) break;
  }
  return Uint8Array.from(found);
}

/**
 * Decodes line by line, because lists are often pasted together from several files: a valid UTF-8 line counts as UTF-8 if
 * `encoding` garbles it.
 */
function decodeLines(bytes: Uint8Array, encoding: TextEncoding): { text: string; mixed: boolean } {
  if (encodingGroup(encoding) === 'Unicode' || encoding === 'iso-2022-jp') {
    return { text: decodeAs(bytes, encoding), mixed: false };
  }
  let mixed = false;
  const lines = Array.from(linesOf(bytes), (line) => {
    const text = decodeAs(line, encoding);
    const utf8 = nonAsciiUtf8(line);
    if (utf8 === undefined || nonAsciiCells(utf8).some(looksGarbled)) return text;
    if (!nonAsciiCells(text).some(looksGarbled)) return text;
    mixed = true;
    return utf8;
  });
  return { text: lines.join('\n'), mixed };
}
