import metadata from 'libphonenumber-js/metadata.min';

/** One way in which numbers of a calling code are written. */
interface Style {
  /** Numbers of this style begin like this. */
  readonly begins: RegExp;
  readonly whole: RegExp;
  readonly groups: RegExp;
  readonly template: string;
}

interface Plan {
  /** What may stand before a number at home, and is none of its digits then. */
  readonly homePrefix: RegExp | null;
  readonly styles: readonly Style[];
}

const plans = new Map<string, Plan | null>();

/**
 * A stored (E.164) number in its country's groups, `+49 1511 2345678`: what the tables' library makes of it, which reads each
 * number as if anything could stand in it and takes ten times as long. null for what is better left to the library: no
 * E.164, no known calling code, or digits that may be a prefix for calls at home.
 */
export function internationalFormat(e164: string): string | null {
  if (!/^\+[1-9]\d{6,14}$/.test(e164)) return null;
  for (let length = 1; length <= 3; length += 1) {
    const code = e164.slice(1, 1 + length);
    const plan = planOf(code);
    if (plan) return inGroups(code, e164.slice(1 + length), plan);
  }
  return null;
}

function inGroups(code: string, digits: string, { homePrefix, styles }: Plan): string | null {
  if (homePrefix?.test(digits)) return null;
  const style = styles.find(({ begins, whole }) => begins.test(digits) && whole.test(digits));
  if (!style) return `+${code} ${digits}`;
  const grouped = digits.replace(style.groups, style.template).replace(/\D+/g, ' ').trim();
  return `+${code} ${grouped}`;
}

/** Made once for each calling code: making expressions takes longer than using them. */
function planOf(code: string): Plan | null {
  const known = plans.get(code);
  if (known !== undefined) return known;
  const made = makePlan(code);
  plans.set(code, made);
  return made;
}

/** The tables are rows without names: of a country's, the fifth has its styles, the eighth or sixth its prefix at home. */
function makePlan(code: string): Plan | null {
  const main = metadata.country_calling_codes[code]?.[0];
  const table = main === undefined ? metadata.nonGeographic[code] : metadata.countries[main];
  if (!table) return null;
  const styles: readonly StyleRow[] = table[4] || [];
  const prefix: string | 0 | undefined = table[7] || table[5];
  return { homePrefix: prefix ? new RegExp(`^(?:${prefix})`) : null, styles: styles.map(styleOf) };
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
