import metadata from 'libphonenumber-js/metadata.min';
import type { CountryCode } from 'libphonenumber-js/min/es6';

/** One way in which numbers of a calling code are written. */
export interface Style {
  /** Numbers of this style begin like this. */
  readonly begins: RegExp;
  readonly whole: RegExp;
  readonly groups: RegExp;
  readonly template: string;
}

/** What the tables know of a calling code. */
interface NumberingPlan {
  /** The countries that share the code, the one it is known by first; none where it is no country's. */
  readonly countries: readonly CountryCode[];
  /** What may stand before a number at home, and is none of its digits then. */
  readonly homePrefix: RegExp | null;
  /** Numbers of digits that are possible in every one of its countries. */
  readonly lengths: readonly number[];
  readonly styles: readonly Style[];
}

/** A number cut behind its calling code. */
export interface PlannedNumber {
  readonly code: string;
  readonly digits: string;
  readonly plan: NumberingPlan;
}

const plans = new Map<string, NumberingPlan | null>();

/**
 * The plan of an E.164 number; null for what is better left to the tables' library, which reads each number as if anything
 * could stand in it and takes ten times as long: no E.164, no known calling code, or digits that may be a prefix for calls
 * at home.
 */
export function plannedNumber(e164: string): PlannedNumber | null {
  if (!/^\+[1-9]\d{6,14}$/.test(e164)) return null;
  for (let length = 1; length <= 3; length += 1) {
    const code = e164.slice(1, 1 + length);
    const plan = planOf(code);
    if (!plan) continue;
    const digits = e164.slice(1 + length);
    return plan.homePrefix?.test(digits) ? null : { code, digits, plan };
  }
  return null;
}

/** Made once for each calling code: making expressions takes longer than using them. */
function planOf(code: string): NumberingPlan | null {
  const known = plans.get(code);
  if (known !== undefined) return known;
  const made = makePlan(code);
  plans.set(code, made);
  return made;
}

/** The tables are rows without names: of a country's, the fourth has its lengths, the fifth its styles, the eighth or sixth its prefix at home. */
function makePlan(code: string): NumberingPlan | null {
  const countries = metadata.country_calling_codes[code] ?? [];
  const tables = countries.map((country) => metadata.countries[country]);
  const table = tables[0] ?? metadata.nonGeographic[code];
  if (!table) return null;
  const styles: readonly StyleRow[] = table[4] || [];
  const prefix: string | 0 | undefined = table[7] || table[5];
  const lengths: readonly number[] = table[3];
  return {
    countries,
    homePrefix: prefix ? new RegExp(`^(?:${prefix})`) : null,
    lengths: lengths.filter((length) => tables.every((each) => each?.[3].includes(length))),
    styles: styles.map(styleOf),
  };
}

/** Groups, how they are written at home, beginnings (the last is the most exact), two more, how they are written abroad. */
type StyleRow = readonly [string, string, (readonly string[] | 0)?, unknown?, unknown?, (string | 0)?];

function styleOf([groups, atHome, beginnings, , , abroad]: StyleRow): Style {
  return {
    begins: new RegExp(`^(?:${(beginnings || []).at(-1) ?? ''})`),
    whole: new RegExp(`^(?:${groups})$`),
    groups: new RegExp(groups),
    template: abroad || atHome,
  };
}
