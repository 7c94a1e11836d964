import { isObject, keysOf, stepsOf, valueAt } from './assessment-paths.ts';
import type { Json } from './request.ts';

/** A number as an answer has it, with the scale that the answer itself states for it. */
export interface SentNumber {
  readonly value: number;
  /** `of` in "4 of 5"; null where the answer states none. */
  readonly of: number | null;
}

const FIGURES = String.raw`\d{1,15}(?:\.\d{1,15}|,\d{1,2})?`;
const PLAIN = new RegExp(`^([+-]?${FIGURES})$`);
const PERCENT = new RegExp(`^(${FIGURES})\\s*(?:%|percent|per cent)$`, 'i');
const OF = new RegExp(`^(${FIGURES})\\s*(?:/|out of|of)\\s*(${FIGURES})$`, 'i');

/** The number that a text is, and nothing else: `4.2`, `4/5`, `7 out of 10`, `80 %`; undefined for any other text. */
export function numberInText(text: string): SentNumber | undefined {
  const trimmed = text.trim();
  if (trimmed.length > 40) return undefined;
  const plain = PLAIN.exec(trimmed)?.[1];
  if (plain !== undefined) return { value: figures(plain), of: null };
  const percent = PERCENT.exec(trimmed)?.[1];
  if (percent !== undefined) return within({ value: figures(percent), of: 100 });
  const [, value, of] = OF.exec(trimmed) ?? [];
  return value === undefined || of === undefined
    ? undefined
    : within({ value: figures(value), of: figures(of) });
}

function figures(text: string): number {
  return Number(text.replace(',', '.'));
}

/** `24/7` and `7/0` state no scale. */
function within(number: { readonly value: number; readonly of: number }): SentNumber | undefined {
  return number.of > 0 && number.value <= number.of ? number : undefined;
}

/** The number at this place of the results, with the scale stated in it or beside it (`{score: 4, max: 5}`). */
export function numberAt(results: Json | undefined, path: string): SentNumber | undefined {
  const value = valueAt(results, path);
  if (typeof value === 'string') return numberInText(value);
  return typeof value === 'number' && Number.isFinite(value)
    ? { value, of: statedBeside(results, path, value) }
    : undefined;
}

const REACHED = /^(?:score|value|points|rating)$/;
const MOST = /^(?:max|maximum|outof|(?:max|maximum)(?:score|value|points|rating))$/;

/** What a group states as the maximum of the one value in it. */
function statedBeside(results: Json | undefined, path: string, value: number): number | null {
  const name = stepsOf(path)?.at(-1);
  if (name === undefined || !REACHED.test(bare(name))) return null;
  const group = valueAt(results, path.slice(0, path.lastIndexOf('/')));
  if (group === undefined || !isObject(group)) return null;
  const most = keysOf(group)
    .slice(0, 50)
    .filter((key) => MOST.test(bare(key)))
    .map((key) => group[key]);
  const [only] = most;
  return most.length === 1 && typeof only === 'number' && only > 0 && value >= 0 && value <= only
    ? only
    : null;
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}
