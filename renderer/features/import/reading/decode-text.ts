import { MAX_IMPORT_BYTES } from '../../../../shared/imports.ts';
import { fail, ok, type Result } from '../../../../shared/result.ts';
import { type BytePieces, firstBytes, linesOf, sizeOf } from './byte-pieces.ts';
import { type DetectedEncoding, detectEncoding, type EncodingCandidate } from './detect-encoding.ts';
import { looksGarbled } from './garbled-text.ts';
import {
  decodeAs,
  decodePieces,
  isStreamed,
  type StreamedEncoding,
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
