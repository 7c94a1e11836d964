import { isPlain, valueAt } from './assessment-paths.ts';
import type { Json } from './request.ts';
import { numberAt } from './sent-number.ts';

/** Which end of a scale a person called the better one. */
export const BETTER_ENDS = ['higher', 'lower'] as const;
export type BetterEnd = (typeof BETTER_ENDS)[number];

/**
 * What a person says about a field of the results of one questionnaire. The service says nothing about its fields
 * (service-interface.md §2), so nothing but this makes a number good or bad.
 */
export interface DescribedField {
  /** See assessment-paths.ts. */
  readonly path: string;
  readonly label: string;
  /** Both ends of the scale; null for what is measured by none. */
  readonly smallest: number | null;
  readonly largest: number | null;
  /** null: neither end is better. */
  readonly better: BetterEnd | null;
  /** Says the assessment in a few words: one field of a questionnaire at most. */
  readonly headline: boolean;
}

/** A described field of one result. */
export interface DescribedValue {
  readonly field: DescribedField;
  /** The value as it was sent. */
  readonly text: string;
  /** Where it stands on the described scale; null where there is none or the value is not on it. */
  readonly scaled: ScaledValue | null;
}

export interface ScaledValue {
  readonly value: number;
  readonly smallest: number;
  readonly largest: number;
  readonly better: BetterEnd | null;
}

/** What these results say in a described field; undefined where they say nothing there. */
export function describedValue(results: Json | undefined, field: DescribedField): DescribedValue | undefined {
  const sent = valueAt(results, field.path);
  if (sent === undefined || sent === null || !isPlain(sent)) return undefined;
  const text = typeof sent === 'boolean' ? (sent ? 'Yes' : 'No') : String(sent).trim();
  return text === '' ? undefined : { field, text, scaled: scaledValue(results, field) };
}

/** A value beyond the scale, or on another one that the answer states itself, is not on it. */
function scaledValue(results: Json | undefined, field: DescribedField): ScaledValue | null {
  const { smallest, largest, better } = field;
  const number = numberAt(results, field.path);
  if (number === undefined || smallest === null || largest === null) return null;
  const { value, of } = number;
  if (value < smallest || value > largest || (of !== null && of !== largest)) return null;
  return { value, smallest, largest, better };
}

/** Where a value lies between the ends of its scale: 0 at the smallest, 1 at the largest. */
export function shareOf({ value, smallest, largest }: Omit<ScaledValue, 'better'>): number {
  return (value - smallest) / (largest - smallest);
}

/** The same towards the better end; where neither is better, towards the largest. */
export function goodnessOf(scaled: ScaledValue): number {
  const share = shareOf(scaled);
  return scaled.better === 'lower' ? 1 - share : share;
}

/** The scale in words: `0 to 5, higher is better`. */
export function scaleWords({ smallest, largest, better }: Omit<ScaledValue, 'value'>): string {
  const ends = `${smallest} to ${largest}`;
  return better === null ? ends : `${ends}, ${better} is better`;
}

/** Said of a value beside a scale that it is not on; null where no scale is described. */
export function offScaleWords({ smallest, largest }: DescribedField): string | null {
  return smallest === null || largest === null ? null : `not on its scale of ${smallest} to ${largest}`;
}

/** A description in one line: `Overall (0 to 5, higher is better), headline`. */
export function fieldWords({ label, smallest, largest, better, headline }: DescribedField): string {
  const scale =
    smallest === null || largest === null ? '' : ` (${scaleWords({ smallest, largest, better })})`;
  return `${label}${scale}${headline ? ', headline' : ''}`;
}

/** A described value in one line: `Overall: 4.2 (0 to 5, higher is better)`. */
export function describedWords({ field, text, scaled }: DescribedValue): string {
  return `${field.label}: ${text}${scaled ? ` (${scaleWords(scaled)})` : ''}`;
}

const LONGEST_HEADLINE = 80;
/** Of a label less than this says nothing, letters. */
const SHORTEST_LABEL = 12;

/** What a person chose to say an assessment in a few words. */
export interface Headline {
  readonly text: string;
  readonly value: DescribedValue;
}

/** The headline of these results: the field that was chosen for it, as it was sent; null where there is none. */
export function headlineOf(results: Json | undefined, described: readonly DescribedField[]): Headline | null {
  const field = described.find(({ headline }) => headline);
  const value = field && describedValue(results, field);
  return value ? { text: shortened(value), value } : null;
}

/** `4.2 of 5` where the scale begins at zero, as people say it; else the scale in words. */
function shortened({ field, text: sent, scaled }: DescribedValue): string {
  const text = sent.slice(0, 4 * LONGEST_HEADLINE);
  const words =
    scaled?.smallest === 0 && /^[\d.]+$/.test(text)
      ? `${field.label}: ${text} of ${scaled.largest}${scaled.better === 'lower' ? ', lower is better' : ''}`
      : describedWords({ field, text, scaled });
  const letters = [...words.replaceAll(/\s+/g, ' ')];
  if (letters.length <= LONGEST_HEADLINE) return letters.join('');
  // A long label gives way to the value: cut after its first digit, a number would be another one.
  const label = [...field.label.replaceAll(/\s+/g, ' ')];
  const room = LONGEST_HEADLINE - (letters.length - label.length) - 1;
  return room >= SHORTEST_LABEL
    ? `${label.slice(0, room).join('').trimEnd()}…${letters.slice(label.length).join('')}`
    : `${letters.slice(0, LONGEST_HEADLINE - 1).join('')}…`;
}
