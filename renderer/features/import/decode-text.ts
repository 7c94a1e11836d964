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
  /** The bytes prove it, or the user chose it. */
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
interface EncodingSample {
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
 * Decodes a CSV or TSV file. Trusts a byte order mark, valid UTF-8 and the escapes of ISO-2022-JP; for others it takes the
 * likeliest encoding, which isn't sure. `chosen` is the user's choice.
 */
export async function decodeText(pieces: BytePieces, chosen?: TextEncoding): Promise<DecodedText> {
  const proven = provenEncoding(pieces);
  if (proven === 'ascii' && chosen === undefined) {
    return { texts: decodePieces(pieces, 'utf-8'), decoding: () => null };
  }
  const candidates = await candidatesOf(pieces, proven);
  const encoding = chosen ?? candidates[0]?.encoding ?? 'windows-1252';
  const sure = proven !== undefined || chosen !== undefined;
  const decoding = { encoding, sure, candidates: candidates.slice(0, MAX_CANDIDATES).map(sampleOf) };
  if (isStreamed(encoding)) {
    return { texts: decodePieces(pieces, encoding), decoding: () => ({ ...decoding, mixed: false }) };
  }
  let mixed = false;
  const texts = decodeLines(pieces, encoding, () => (mixed = true));
  return { texts, decoding: () => ({ ...decoding, mixed }) };
}

const MAX_CANDIDATES = 5;

/** Takes cells from the end, because those at the start are column names. */
function sampleOf({ encoding, cells }: EncodingCandidate): EncodingSample {
  const short = [...new Set(cells)].filter((cell) => cell.length < 40);
  return { encoding, sample: short.slice(-2).join(', ') };
}

/** The encoding that the bytes prove; undefined if they prove none. */
function provenEncoding(pieces: BytePieces): StreamedEncoding | 'ascii' | undefined {
  const utf16 = utf16Order(pieces);
  if (utf16) return utf16;
  if (!pieces.some(isBeyondAscii)) return hasJapaneseEscape(pieces) ? 'iso-2022-jp' : 'ascii';
  return isUtf8(pieces) ? 'utf-8' : undefined;
}

async function candidatesOf(
  pieces: BytePieces,
  proven: StreamedEncoding | 'ascii' | undefined,
): Promise<readonly EncodingCandidate[]> {
  if (proven === 'ascii') return [];
  return proven === undefined ? likelyEncodings(linesNotUtf8(pieces)) : [sampled(pieces, proven)];
}

/** Characters of sample cells to keep. */
const SAMPLE_LENGTH = 60_000;

function sampled(pieces: BytePieces, encoding: StreamedEncoding): EncodingCandidate {
  const cells: string[] = [];
  let length = 0;
  for (const cell of nonAsciiCells(decodePieces(pieces, encoding))) {
    cells.push(cell);
    length += cell.length;
    if (length >= SAMPLE_LENGTH) break;
  }
  return { encoding, cells };
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
interface EncodingCandidate {
  readonly encoding: TextEncoding;
  /** The cells with text beyond ASCII, decoded with it. */
  readonly cells: readonly string[];
}

/** Bytes to look at; bounds the time detection takes. */
const SAMPLED_BYTES = 60_000;

/** The bonus for Windows-1252, in which Excel saves most lists that are not UTF-8. */
const WINDOWS_1252_BONUS = 1.15;

/** The detector was trained on running text, and rates East Asian names alone far too low. */
const LEAST_OF_EAST_ASIAN = 0.1;

/** A candidate this many times less likely than the first is dropped. */
const MUCH_LESS = 20;

/**
 * The encodings that the text may have, the likeliest first: as the detector rates them, less where names look garbled. The
 * detector's model is large (1 MB), so it is loaded on demand.
 */
async function likelyEncodings(lines: Iterable<Uint8Array>): Promise<readonly EncodingCandidate[]> {
  const sample = joined(bytesOfNonAsciiCells(lines));
  const { detectAll } = await import('jschardet');
  const confidence = byEncoding(detectAll(sample, { minimumThreshold: 0, detectEncodings: DETECTED }));
  const rated = LEGACY_ENCODINGS.map((encoding) => {
    const cells = decodeAs(sample, encoding)
      .split('\n')
      .filter((cell) => cell !== '');
    const garbled = cells.filter(looksGarbled).length / Math.max(1, cells.length);
    const least = EAST_ASIAN.has(encodingGroup(encoding)) ? LEAST_OF_EAST_ASIAN : 0;
    const bonus = encoding === 'windows-1252' ? WINDOWS_1252_BONUS : 1;
    const score = Math.max(confidence.get(encoding) ?? 0, least) * (1 - garbled) ** 4 * bonus;
    return { encoding, cells, score };
  }).sort((a, b) => b.score - a.score);
  const most = rated[0]?.score ?? 0;
  return distinct(rated.filter(({ score }) => score > most / MUCH_LESS));
}

const EAST_ASIAN: ReadonlySet<EncodingGroup> = new Set(['Japanese', 'Chinese', 'Korean']);

/** Keeps one of several encodings that decode the text alike: the first of those offered. */
function distinct(likely: readonly EncodingCandidate[]): readonly EncodingCandidate[] {
  const byText = new Map<string, EncodingCandidate>();
  for (const candidate of likely) {
    const key = candidate.cells.join('\n');
    const known = byText.get(key);
    const isEarlier =
      !known || LEGACY_ENCODINGS.indexOf(candidate.encoding) < LEGACY_ENCODINGS.indexOf(known.encoding);
    if (isEarlier) byText.set(key, candidate);
  }
  return [...byText.values()];
}

/** The first cells with text beyond ASCII: other cells tell nothing, but would count. */
function bytesOfNonAsciiCells(lines: Iterable<Uint8Array>): readonly Uint8Array[] {
  const found: Uint8Array[] = [];
  let size = 0;
  for (const line of lines) {
    for (const cell of cellsOf(line)) {
      found.push(cell);
      size += cell.length;
      if (size >= SAMPLED_BYTES) return found;
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
