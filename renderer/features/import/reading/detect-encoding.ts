import type { IDetectedMap } from 'jschardet';
import { isUnplain, looksGarbled } from './garbled-text.ts';
import { commonShare, type EastAsian, languageShares } from './language-letters.ts';
import {
  decodeAs,
  detectorNames,
  type EncodingGroup,
  encodingGroup,
  LEGACY_ENCODINGS,
  type TextEncoding,
} from './text-encodings.ts';

/** One way to read the letters of a file, the likeliest first in a list of them. */
export interface EncodingCandidate {
  readonly encoding: TextEncoding;
  /** What the cells with letters beyond ASCII look like so. */
  readonly cells: readonly string[];
}

/** How the letters of a file are most likely to be read. */
export interface DetectedEncoding {
  readonly candidates: readonly EncodingCandidate[];
  /** No other reading comes near the first. */
  readonly sure: boolean;
}

interface RatedReading extends EncodingCandidate {
  readonly words: readonly string[];
  readonly score: number;
  /** What the detector alone says. */
  readonly confidence: number;
  /** The part of the words that could be a name in a language of this encoding. */
  readonly fit: number;
  /** The part of the cells that look garbled. */
  readonly garbled: number;
}

/** As many bytes as tell what the others are; it also bounds the time this takes. */
const LOOKED_AT = 60_000;

/** So many cells are also looked at one by one, for lists with people of many languages. */
const SINGLE_CELLS = 24;

/** Most lists that are not UTF-8 are saved by Excel in western Europe or America: where two come near, this is it. */
const MOST_WRITTEN = 1.15;

/** A reading this many times less likely than the first is not worth a look. */
const MUCH_LESS = 20;

/** How much less likely a list in several languages is than one in one. */
const SEVERAL_LANGUAGES = 0.6;

/**
 * Tells by what the letters spell how they are to be read. The detector judges by how often letters follow each other;
 * what is known of names is weighed in: words that look garbled, letters that no one language has, and for east Asia
 * what names there are made of. Its model is large (1 MB) and only loaded for a file that needs it.
 */
export async function detectEncoding(bytes: Uint8Array): Promise<DetectedEncoding> {
  const cells = unplainCells(bytes);
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

/** Cells with a letter beyond ASCII: addresses and numbers around them say nothing, but would be counted. */
function unplainCells(bytes: Uint8Array): readonly Uint8Array[] {
  const found: Uint8Array[] = [];
  let size = 0;
  let start = 0;
  let plain = true;
  for (let at = 0; at <= bytes.length && size < LOOKED_AT; at += 1) {
    const byte = bytes[at] ?? LINE_FEED;
    if (byte >= 0x80) plain = false;
    if (!CELL_ENDS.has(byte)) continue;
    if (!plain) {
      found.push(bytes.subarray(start, at));
      size += at - start;
    }
    start = at + 1;
    plain = true;
  }
  return found;
}

function joined(cells: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(cells.flatMap((cell) => [...cell, LINE_FEED]));
}

const LINE_FEED = 0x0a;
/** None of these is the second byte of a letter in any encoding. */
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

/** The detector answers with names of its own for some that it is asked for. */
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

function rate(encoding: TextEncoding, sample: Uint8Array, together: number, apart: number): RatedReading {
  const text = decodeAs(sample, encoding);
  const words = text.split(/[\s.,'’()/"-]+/).filter(isUnplain);
  const cells = text.split('\n').filter((cell) => cell !== '');
  const garbled = cells.filter(looksGarbled).length / Math.max(1, cells.length);
  const language = EAST_ASIAN[encoding];
  if (language) {
    const fit = Math.min(1, commonShare(text, language) / 0.5);
    // The detector knows running text: names in kana or hanzi alone are hardly anything to it.
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
  const score = likelihood * (1 - garbled) ** 4 * (encoding === 'windows-1252' ? MOST_WRITTEN : 1);
  return { encoding, cells, words, fit: any, garbled, confidence: together, score };
}

/** Names begin with a capital, where there are capitals, and have the letters of one language, or of several. */
function alphabetFits(words: readonly string[]): { readonly one: number; readonly any: number } {
  const cased = words.filter((word) => word.toLowerCase() !== word.toUpperCase());
  if (cased.length === 0) return { one: 1, any: 1 };
  const small = cased.filter((word) => word === word.toLowerCase()).length / cased.length;
  const { one, any } = languageShares(cased);
  return { one: one * (1 - small / 2), any: any * (1 - small / 2) };
}

/** What the detector gives at least to real names: more where every letter is beyond ASCII. */
function leastConfidence(encoding: TextEncoding): number {
  return WITH_PLAIN_LETTERS.has(encodingGroup(encoding)) ? 0.03 : 0.1;
}

const WITH_PLAIN_LETTERS = new Set<EncodingGroup>([
  'Western European',
  'Central European',
  'Baltic',
  'Turkish',
]);

/** What is read the same in several encodings is one reading, in the first of them that is offered. */
function distinct(rated: readonly RatedReading[]): readonly RatedReading[] {
  const byText = new Map<string, RatedReading>();
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

/** The fewer words, the further ahead the first reading must be; what is like nothing known is never sure. */
function isSure(first: RatedReading, second: RatedReading | undefined): boolean {
  const { garbled, fit, confidence, encoding, words, score } = first;
  if (garbled > 0.02 || fit < 0.8 || confidence < leastConfidence(encoding)) return false;
  return second === undefined || score > second.score * (1.3 + 4 / new Set(words).size);
}
