import { isObject, keysOf, stepsOf, valueAt } from './assessment-paths.ts';
import type { Json } from './request.ts';

/** A number in an answer, with the scale that the answer itself states. */
export interface SentNumber {
  readonly value: number;
  /** The 5 in "4 of 5"; null if the answer states no scale. */
  readonly of: number | null;
}

const DIGITS = String.raw`\d{1,15}(?:\.\d{1,15}|,\d{1,2})?`;
const PLAIN = new RegExp(`^([+-]?${DIGITS})$`);
const PERCENT = new RegExp(`^(${DIGITS})\\s*(?:%|percent|per cent)$`, 'i');
const OF = new RegExp(`^(${DIGITS})\\s*(?:/|out of|of)\\s*(${DIGITS})$`, 'i');

/** Parses a text that is only a number: `4.2`, `4/5`, `7 out of 10`, `80 %`; undefined for any other text. */
export function numberInText(text: string): SentNumber | undefined {
  const trimmed = text.trim();
  if (trimmed.length > 40) return undefined;
  const plain = PLAIN.exec(trimmed)?.[1];
  if (plain !== undefined) return { value: toNumber(plain), of: null };
  const percent = PERCENT.exec(trimmed)?.[1];
  if (percent !== undefined) return withValidScale({ value: toNumber(percent), of: 100 });
  const [, value, of] = OF.exec(trimmed) ?? [];
  return value === undefined || of === undefined
    ? undefined
    : withValidScale({ value: toNumber(value), of: toNumber(of) });
}

function toNumber(text: string): number {
  return Number(text.replace(',', '.'));
}

/** Rejects `24/7` and `7/0`, which state no scale. */
function withValidScale(number: { readonly value: number; readonly of: number }): SentNumber | undefined {
  return number.of > 0 && number.value <= number.of ? number : undefined;
}

/** The number at this path, with the scale stated in it or beside it (`{score: 4, max: 5}`). */
export function numberAt(results: Json | undefined, path: string): SentNumber | undefined {
  const value = valueAt(results, path);
  if (typeof value === 'string') return numberInText(value);
  return typeof value === 'number' && Number.isFinite(value)
    ? { value, of: siblingMaximum(results, path, value) }
    : undefined;
}

const VALUE_KEY = /^(?:score|value|points|rating)$/;
const MAX_KEY = /^(?:max|maximum|outof|(?:max|maximum)(?:score|value|points|rating))$/;

/** The maximum that an object states for its value. */
function siblingMaximum(results: Json | undefined, path: string, value: number): number | null {
  const name = stepsOf(path)?.at(-1);
  if (name === undefined || !VALUE_KEY.test(normalizedKey(name))) return null;
  const group = valueAt(results, path.slice(0, path.lastIndexOf('/')));
  if (group === undefined || !isObject(group)) return null;
  const most = keysOf(group)
    .slice(0, 50)
    .filter((key) => MAX_KEY.test(normalizedKey(key)))
    .map((key) => group[key]);
  const [only] = most;
  return most.length === 1 && typeof only === 'number' && only > 0 && value >= 0 && value <= only
    ? only
    : null;
}

function normalizedKey(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}
