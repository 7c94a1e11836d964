import type { IDetectedMap } from 'jschardet';
import { hasNonAscii, looksGarbled } from './garbled-text.ts';
import { commonShare, type EastAsian, languageShares } from './language-letters.ts';
import {
  decodeAs,
  detectorNames,
  type EncodingGroup,
  encodingGroup,
  LEGACY_ENCODINGS,
  type TextEncoding,
} from './text-encodings.ts';

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
const SAMPLE_BYTES = 60_000;

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
  const cells = nonAsciiCells(lines);
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
function nonAsciiCells(lines: Iterable<Uint8Array>): readonly Uint8Array[] {
  const found: Uint8Array[] = [];
  let size = 0;
  for (const line of lines) {
    for (const cell of cellsOf(line)) {
      found.push(cell);
      size += cell.length;
      if (size >= SAMPLE_BYTES) return found;
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

const LINE_FEED = 0x0a;
/** None of these is the second byte of a character in any encoding. */
const CELL_ENDS = new Set([LINE_FEED, 0x0d, 0x09, 0x2c, 0x3b, 0x22]);

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
