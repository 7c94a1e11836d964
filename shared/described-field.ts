import { isPrimitive, valueAt } from './assessment-paths.ts';
import type { Json } from './request.ts';
import { numberAt } from './sent-number.ts';

export const BETTER_ENDS = ['higher', 'lower'] as const;
export type BetterEnd = (typeof BETTER_ENDS)[number];

/** Whether a field may be seen before a person has given a verdict (`WorkspaceRules.verdictFirst`). */
export const COVERS = ['covered', 'open'] as const;
type Cover = (typeof COVERS)[number];

/**
 * A person's description of a result field of one questionnaire. The service documents no fields (docs/service.md,
 * Fields), so only this description tells whether a number is good or bad.
 */
export interface DescribedField {
  /** See assessment-paths.ts. */
  readonly path: string;
  readonly label: string;
  /** The ends of the scale; null if there is no scale. */
  readonly smallest: number | null;
  readonly largest: number | null;
  /** Which end is better; null for neither. */
  readonly better: BetterEnd | null;
  /** Whether the field sums up the assessment; at most one field per questionnaire. */
  readonly headline: boolean;
  readonly cover: Cover;
}

export interface DescribedValue {
  readonly field: DescribedField;
  /** The value as the service sent it. */
  readonly text: string;
  /** The value on the described scale; null if there is no scale or the value is outside it. */
  readonly scaled: ScaledValue | null;
}

interface ScaledValue {
  readonly value: number;
  readonly smallest: number;
  readonly largest: number;
  readonly better: BetterEnd | null;
}

/** The value of a described field in these results; undefined if there is none. */
export function describedValue(results: Json | undefined, field: DescribedField): DescribedValue | undefined {
  const sent = valueAt(results, field.path);
  if (sent === undefined || sent === null || !isPrimitive(sent)) return undefined;
  const text = typeof sent === 'boolean' ? (sent ? 'Yes' : 'No') : String(sent).trim();
  return text === '' ? undefined : { field, text, scaled: scaledValue(results, field) };
}

/** Null for a value outside the scale, or if the answer itself states a different scale. */
function scaledValue(results: Json | undefined, field: DescribedField): ScaledValue | null {
  const { smallest, largest, better } = field;
  const number = numberAt(results, field.path);
  if (number === undefined || smallest === null || largest === null) return null;
  const { value, of } = number;
  if (value < smallest || value > largest || (of !== null && of !== largest)) return null;
  return { value, smallest, largest, better };
}

/** Position on the scale: 0 at the smallest value, 1 at the largest. */
export function shareOf({ value, smallest, largest }: Omit<ScaledValue, 'better'>): number {
  return (value - smallest) / (largest - smallest);
}

/** Position towards the better end, or towards the largest value if neither end is better. */
export function goodnessOf(scaled: ScaledValue): number {
  const share = shareOf(scaled);
  return scaled.better === 'lower' ? 1 - share : share;
}

/** The scale in words: `0 to 5, higher is better`. */
export function scaleWords({ smallest, largest, better }: Omit<ScaledValue, 'value'>): string {
  const ends = `${smallest} to ${largest}`;
  return better === null ? ends : `${ends}, ${better} is better`;
}

/** Note beside a value that is outside its scale; null if no scale is described. */
export function offScaleWords({ smallest, largest }: DescribedField): string | null {
  return smallest === null || largest === null ? null : `not on its scale of ${smallest} to ${largest}`;
}

/** A description in one line: `Overall (0 to 5, higher is better), score`. */
export function fieldWords({ label, smallest, largest, better, headline, cover }: DescribedField): string {
  const scale =
    smallest === null || largest === null ? '' : ` (${scaleWords({ smallest, largest, better })})`;
  return `${label}${scale}${headline ? ', score' : ''}${cover === 'open' ? ', seen before a verdict' : ''}`;
}

/** A described value in one line: `Overall: 4.2 (0 to 5, higher is better)`. */
export function describedWords({ field, text, scaled }: DescribedValue): string {
  return `${field.label}: ${text}${scaled ? ` (${scaleWords(scaled)})` : ''}`;
}

const MAX_HEADLINE_LENGTH = 80;
/** In characters: a label cut shorter than this would be meaningless. */
const MIN_LABEL_LENGTH = 12;

/** The field that sums up an assessment, with its text. */
export interface Headline {
  readonly text: string;
  readonly value: DescribedValue;
}

/** The headline of these results, from the field chosen for it; null if there is none. */
export function headlineOf(results: Json | undefined, described: readonly DescribedField[]): Headline | null {
  const field = described.find(({ headline }) => headline);
  const value = field && describedValue(results, field);
  return value ? { text: shortened(value), value } : null;
}

/** `4.2 of 5` if the scale begins at zero; otherwise the value with the scale in words. */
function shortened({ field, text: sent, scaled }: DescribedValue): string {
  const text = sent.slice(0, 4 * MAX_HEADLINE_LENGTH);
  const words =
    scaled?.smallest === 0 && /^[\d.]+$/.test(text)
      ? `${field.label}: ${text} of ${scaled.largest}${scaled.better === 'lower' ? ', lower is better' : ''}`
      : describedWords({ field, text, scaled });
  const letters = [...words.replaceAll(/\s+/g, ' ')];
  if (letters.length <= MAX_HEADLINE_LENGTH) return letters.join('');
  // Shorten the label rather than the value: a truncated number would be a different number.
  const label = [...field.label.replaceAll(/\s+/g, ' ')];
  const room = MAX_HEADLINE_LENGTH - (letters.length - label.length) - 1;
  return room >= MIN_LABEL_LENGTH
    ? `${label.slice(0, room).join('').trimEnd()}…${letters.slice(label.length).join('')}`
    : `${letters.slice(0, MAX_HEADLINE_LENGTH - 1).join('')}…`;
}
