import metadata from 'libphonenumber-js/metadata.min';
import type { CountryCode } from 'libphonenumber-js/min/es6';

/** A format of a calling code's numbers. */
interface NumberFormat {
  /** Leading digits of numbers with this format. */
  readonly leadingDigits: RegExp;
  readonly whole: RegExp;
  readonly pattern: RegExp;
  readonly template: string;
}

/** Metadata of a calling code. */
interface NumberingPlan {
  /** The countries that share the code, main country first; empty for a non-geographic code. */
  readonly countries: readonly CountryCode[];
  /** Prefix for national calls, which is not part of the number. */
  readonly nationalPrefix: RegExp | null;
  /** Possible lengths of national numbers in all of these countries. */
  readonly lengths: readonly number[];
  /** The longest possible in one of them. */
  readonly longest: number;
  readonly formats: readonly NumberFormat[];
}

/** A number split after its calling code. */
interface PlannedNumber {
  readonly code: string;
  readonly digits: string;
  readonly plan: NumberingPlan;
}

const plans = new Map<string, NumberingPlan | null>();

/**
 * Fast lookup of an E.164 number's plan: libphonenumber-js takes ten times as long. Null for numbers that need the
 * library: not E.164, an unknown calling code, or digits that may be a national prefix.
 */
export function plannedNumber(e164: string): PlannedNumber | null {
  if (!/^\+[1-9]\d{6,14}$/.test(e164)) return null;
  const planned = splitNumber(e164.slice(1));
  return planned?.plan.nationalPrefix?.test(planned.digits) ? null : planned;
}

/** The most digits (E.164, without the +) that a number which starts with these can have. */
export function mostDigits(digits: string): number {
  const planned = splitNumber(digits);
  return planned ? planned.code.length + planned.plan.longest : MOST_DIGITS;
}

/** Of any number (ITU-T E.164). */
const MOST_DIGITS = 15;

function splitNumber(number: string): PlannedNumber | null {
  for (let length = 1; length <= 3; length += 1) {
    const code = number.slice(0, length);
    const plan = planOf(code);
    if (plan) return { code, digits: number.slice(length), plan };
  }
  return null;
}

/** Cached per calling code, because compiling the expressions takes longer than matching. */
function planOf(code: string): NumberingPlan | null {
  const known = plans.get(code);
  if (known !== undefined) return known;
  const made = makePlan(code);
  plans.set(code, made);
  return made;
}

/** The metadata are arrays: element 3 has a country's lengths, 4 its formats, 7 or 5 its national prefix. */
function makePlan(code: string): NumberingPlan | null {
  const countries = metadata.country_calling_codes[code] ?? [];
  const tables = countries.map((country) => metadata.countries[country]);
  const table = tables[0] ?? metadata.nonGeographic[code];
  if (!table) return null;
  const formats: readonly FormatRow[] = table[4] || [];
  const prefix: string | 0 | undefined = table[7] || table[5];
  const lengths: readonly number[] = table[3];
  return {
    countries,
    nationalPrefix: prefix ? new RegExp(`^(?:${prefix})`) : null,
    lengths: lengths.filter((length) => tables.every((each) => each?.[3].includes(length))),
    longest: Math.max(...lengths, ...tables.flatMap((each) => each?.[3] ?? [])),
    formats: formats.map(toFormat),
  };
}

/** Pattern, national template, leading digits (the last is the most exact), two unused, international template. */
type FormatRow = readonly [string, string, (readonly string[] | 0)?, unknown?, unknown?, (string | 0)?];

function toFormat([pattern, national, leadingDigits, , , international]: FormatRow): NumberFormat {
  return {
    leadingDigits: new RegExp(`^(?:${(leadingDigits || []).at(-1) ?? ''})`),
    whole: new RegExp(`^(?:${pattern})$`),
    pattern: new RegExp(pattern),
    template: international || national,
  };
}
