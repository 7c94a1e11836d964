import {
  namesChance,
  namesMost,
  namesNoScore,
  namesOverall,
  namesPercent,
  namesReached,
  namesScore,
  wordsOf,
} from './assessment-names.ts';
import { isObject, type JsonObject, keysOf } from './assessment-paths.ts';
import type { Json } from './request.ts';

/** What a score is measured against; `guessed` unless the service says so itself. */
export interface Scale {
  readonly max: number;
  readonly guessed: boolean;
}

/** Points of a scale. */
export interface Score {
  readonly value: number;
  readonly scale: Scale;
}

/** The scales that are guessed, the smallest first. */
const USUAL_SCALES = [1, 5, 10, 100] as const;
/** A stated maximum above this is no scale that anybody reads. */
const LARGEST_SCALE = 10_000;
/** Up to here, above ten, numbers are rarely percent and often years. */
const MOST_OF_SOMETHING = 20;
/** Fields of a group that are looked at for its scale. */
const MOST_SAMPLES = 2000;

/** What the numbers of a group (or of a table's columns) are measured against. */
export interface GroupScale {
  /** The scale of a number, undefined where it is no score. */
  of(name: string, value: number): Scale | undefined;
}

/**
 * Reads the scale of a group's scores: a stated maximum (`max_score: 20`, `scale: "1-10"`), else the smallest usual
 * one that holds them all. What sums the others up, a percentage and a probability are judged by themselves.
 * `scored`: numbers here are scores whatever they are called. `around`: stated by the group around this one.
 */
export function groupScale(group: JsonObject, scored = false, around: Scale | null = null): GroupScale {
  const entries = sampleOf(group);
  const stated = statedScale(entries) ?? around;
  const total = totalOf(entries);
  const own = new Map<string, number>();
  const alike: number[] = [];
  const isScore = (name: string, value: number) =>
    value >= 0 &&
    name !== total &&
    (namesScore(name) || (scored && !namesNoScore(name)) || (stated !== null && namesReached(name)));
  for (const [name, value] of entries) {
    if (typeof value !== 'number' || !isScore(name, value)) continue;
    const specific = specificMost(name, entries);
    if (specific !== undefined && specific >= value) own.set(name, specific);
    else if (!namesOverall(name) && !namesPercent(name) && !namesChance(name)) alike.push(value);
  }
  const shared = alike.length === 0 ? undefined : usualScale(alike);
  const highest = highestOf(alike);
  const of = (name: string, value: number): Scale | undefined => {
    if (!Number.isFinite(value) || !isScore(name, value)) return undefined;
    const specific = own.get(name);
    if (specific !== undefined) return { max: specific, guessed: false };
    if (stated && value <= stated.max && !namesPercent(name)) return stated;
    // A dozen of something that is only among scores is no score: years with a skill, say.
    if (shared === 100 && highest <= MOST_OF_SOMETHING && !namesScore(name)) return undefined;
    const max = guessFor(name, value, shared);
    return max === undefined ? undefined : { max, guessed: true };
  };
  return { of };
}

function guessFor(name: string, value: number, shared: number | undefined): number | undefined {
  if (namesPercent(name) || namesChance(name))
    return value <= 1 ? (namesPercent(name) && value === 1 ? 100 : 1) : value <= 100 ? 100 : undefined;
  if (/\bstars?\b/.test(wordsOf(name)) && value <= 5) return 5;
  const alone = usualScale([value]);
  if (alone === undefined) return undefined;
  if (shared !== undefined && isOdd(value, shared)) return alone;
  // Others that share the group may reach higher than this one does.
  return shared !== undefined && shared >= value && !(namesOverall(name) && alone > shared) ? shared : alone;
}

function highestOf(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}

/** Far below what the others reach: four beside 85 is rather four of five, and 0.8 beside four a share. */
function isOdd(value: number, shared: number): boolean {
  if (shared === 100) return value > 0 && value <= 10;
  return shared > 1 && value > 0 && value < 1;
}

/** The smallest usual scale that holds all; a few whole 0 and 1 are rather points of five than shares of one. */
function usualScale(values: readonly number[]): number | undefined {
  const highest = highestOf(values);
  const whole = values.every(Number.isInteger);
  if (highest <= 1 && whole) return values.length >= 3 ? 1 : 5;
  return USUAL_SCALES.find((usual) => highest <= usual);
}

function sampleOf(group: JsonObject): readonly [string, Json][] {
  const sample: [string, Json][] = [];
  for (const name of keysOf(group)) {
    if (sample.length >= MOST_SAMPLES) break;
    sample.push([name, group[name] ?? null]);
  }
  return sample;
}

/** The maximum that a group states for all its scores. */
export function statedScaleOf(group: JsonObject): Scale | null {
  return statedScale(sampleOf(group));
}

function statedScale(entries: readonly [string, Json][]): Scale | null {
  const total = totalOf(entries);
  for (const [name, value] of entries) {
    if (!namesMost(name) && name !== total) continue;
    const max = mostIn(value);
    if (max !== undefined) return { max, guessed: false };
  }
  return null;
}

/** The name of the field that states, by itself, what the others of a group can reach: `total` beside `achieved`. */
export function totalIn(group: JsonObject): string | undefined {
  return totalOf(sampleOf(group));
}

/** The `total` in `{achieved: 3, total: 5}`: what could be reached, and no sum of the fields beside it. */
function totalOf(entries: readonly [string, Json][]): string | undefined {
  const most = entries.find(([name, value]) => typeof value === 'number' && /^total$/i.test(name));
  const reached = most && entries.find(([name, value]) => typeof value === 'number' && namesReached(name));
  return most && reached && Number(reached[1]) <= Number(most[1]) ? most[0] : undefined;
}

/** A maximum as it may be written: `20`, `"20"`, `"1-10"`, `"0 to 100"`, `"out of 5"`, `"percent"`, `{min: 0, max: 5}`. */
function mostIn(value: Json): number | undefined {
  if (isObject(value)) {
    const inside = keysOf(value).length <= 6 ? (value['max'] ?? value['maximum']) : undefined;
    return typeof inside === 'number' && isScaleMax(inside) ? inside : undefined;
  }
  if (typeof value === 'number') return isScaleMax(value) ? value : undefined;
  if (typeof value !== 'string' || value.length > 40) return undefined;
  if (/percent|%/i.test(value)) return 100;
  const last = /(\d+(?:[.,]\d+)?)\s*(?:points|stars)?$/.exec(value.trim())?.[1];
  const max = last === undefined ? undefined : plainNumber(last);
  return max !== undefined && isScaleMax(max) ? max : undefined;
}

function isScaleMax(value: number): boolean {
  return value > 0 && value <= LARGEST_SCALE;
}

/** `technical_max` or `max_technical_score` beside `technical_score`. */
function specificMost(name: string, entries: readonly [string, Json][]): number | undefined {
  const about = stemOf(name);
  if (about === '' || entries.length > 200) return undefined;
  const found = entries.find(
    ([other, value]) =>
      typeof value === 'number' &&
      isScaleMax(value) &&
      /\b(?:max|maximum|out of)\b/.test(wordsOf(other)) &&
      stemOf(other) === about,
  );
  return found === undefined ? undefined : Number(found[1]);
}

function stemOf(name: string): string {
  return wordsOf(name)
    .replace(/\b(?:max|maximum|out of|scores?|ratings?|points|grades?)\b/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A score written as text: `4/5`, `7.5 out of 10`, `85 %`; undefined for any other text. */
export function scoreInText(text: string): Score | undefined {
  const trimmed = text.trim();
  if (trimmed.length > 40) return undefined;
  const percent = /^(\d+(?:[.,]\d+)?)\s*(?:%|percent|per cent)$/i.exec(trimmed);
  if (percent) return scoreOf(percent[1], 100);
  const stars = starsIn(trimmed);
  if (stars) return stars;
  const of = /^(\d+(?:[.,]\d+)?)\s*(?:\/|out of|of)\s*(\d+(?:[.,]\d+)?)(?:\s*(?:points|stars|marks))?$/i.exec(
    trimmed,
  );
  return of ? scoreOf(of[1], plainNumber(of[2] ?? '')) : undefined;
}

/** `★★★★☆` says its scale; `4.5 stars` are taken for those of five. */
function starsIn(text: string): Score | undefined {
  if (/^★{0,10}☆{0,10}$/.test(text) && text.length >= 3) {
    return { value: text.lastIndexOf('★') + 1, scale: { max: text.length, guessed: false } };
  }
  const value = plainNumber(/^(\d(?:[.,]\d+)?)\s*(?:★|⭐️?|stars?)$/i.exec(text)?.[1] ?? '');
  return value === undefined || value > 5 ? undefined : { value, scale: { max: 5, guessed: true } };
}

function scoreOf(value: string | undefined, max: number | undefined): Score | undefined {
  const number = plainNumber(value ?? '');
  if (number === undefined || max === undefined || !isScaleMax(max) || number > max) return undefined;
  return { value: number, scale: { max, guessed: false } };
}

/** A number written as text, with a point or a comma: `4.2`, `-3`, `4,5`, `1e3` is none. */
export function plainNumber(text: string): number | undefined {
  const trimmed = text.trim();
  if (!/^[+-]?\d{1,15}(?:[.,]\d{1,15})?$/.test(trimmed)) return undefined;
  return Number(trimmed.replace(',', '.'));
}

const GRADES: readonly string[] = [
  'F',
  'E',
  'D-',
  'D',
  'D+',
  'C-',
  'C',
  'C+',
  'B-',
  'B',
  'B+',
  'A-',
  'A',
  'A+',
];

/** How good a school grade is, 0 (F) to 1 (A+); undefined for any other text. */
export function gradeRank(text: string): number | undefined {
  const place = GRADES.indexOf(text.trim().toUpperCase().replace('−', '-'));
  return place === -1 ? undefined : place / (GRADES.length - 1);
}

/** A number as it is written in few words: at most two decimals. */
export function shortNumber(value: number): string {
  return String(Math.round(value * 100) / 100);
}
