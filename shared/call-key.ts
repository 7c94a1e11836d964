/** Two ways to write the numbers of some telephones. */
interface Twin {
  /** The first two digits of both ways. */
  readonly starts: readonly [other: string, key: string];
  readonly other: RegExp;
  readonly key: RegExp;
  /** The other way as a key, and the key in the other way, as replacements. */
  readonly toKey: string;
  readonly toOther: string;
}

/** `code` and `other` are the same as `code` and `key`, if `rest` follows; `code` is empty if the country's code differs. */
function twin(code: string, other: string, key: string, rest: string): Twin {
  return {
    starts: [`${code}${other}`.slice(0, 2), `${code}${key}`.slice(0, 2)],
    other: new RegExp(`^\\+(${code})${other}(${rest})$`),
    key: new RegExp(`^\\+(${code})${key}(${rest})$`),
    toKey: `+$1${key}$2`,
    toOther: `+$1${other}$2`,
  };
}

/** Prefixes that were replaced: old and new one. */
type Replaced = Readonly<Record<string, string>>;

function replaced(code: string, prefixes: Replaced, rest: string): Twin[] {
  return Object.entries(prefixes).map(([old, now]) => twin(code, old, now, rest));
}

/** Vietnam's mobiles of eleven digits. */
const VIETNAM: Replaced = {
  ...{ 120: '70', 121: '79', 122: '77', 126: '76', 128: '78' },
  ...{ 123: '83', 124: '84', 125: '85', 127: '81', 129: '82' },
  ...{ 162: '32', 163: '33', 164: '34', 165: '35', 166: '36', 167: '37', 168: '38', 169: '39' },
  ...{ 186: '56', 188: '58', 199: '59' },
};
const EGYPT: Replaced = {
  ...{ 10: '100', 16: '106', 19: '109' },
  ...{ 11: '111', 14: '114' },
  ...{ 12: '122', 17: '127', 18: '128' },
};
/** Gabon's numbers with and without the zero that was part of them. */
const GABON: Replaced = {
  ...{ '01': '11', '02': '62', '04': '74', '05': '65', '06': '66', '07': '77' },
  ...{ 1: '11', 2: '62', 4: '74', 5: '65', 6: '66', 7: '77' },
};
/** France's own numbers for its overseas departments, by the code under which these are called from abroad. */
const FRENCH_OVERSEAS: Readonly<Record<string, readonly string[]>> = {
  262: ['262', '263', '269', '639', '692', '693'],
  590: ['590', '690', '691'],
  594: ['594', '694'],
  596: ['596', '696', '697'],
};

/**
 * Numbers that ring one telephone, because a country renumbered its telephones or is also reached by another one's code. Only
 * what was published, and only while the other way can't be somebody else's number; libphonenumber's metadata were compared.
 *
 * Left out, as it can: Kosovo's numbers by Monaco's, Slovenia's (043) and Serbia's codes; Brazil's radio services, whose
 * eight digits start with 7 and stayed. As no rule gives the new number: the Philippines (2019, by provider), Laos, Panama,
 * fixed lines of Ivory Coast and Cameroon. As nobody can call the other way: the Vatican by +379, Kazakhstan by +997.
 */
const TWINS: readonly Twin[] = [
  // Argentina: a 9 behind the country code of mobiles, from abroad only. Within it they are called with a 15.
  twin('54', '9', '', String.raw`[1-3]\d{9}`),
  // Benin, 30 November 2024 (ARCEP Bénin).
  twin('229', '', '01', String.raw`[24-69]\d{7}`),
  // Brazil's mobiles, 2012 to 2016 (Anatel, Resolução 553/2010).
  twin(String.raw`55\d{2}`, '', '9', String.raw`[689]\d{7}`),
  // Cameroon's mobiles, 21 November 2014 (ITU, communication of 6 October 2014).
  twin('237', '', '6', String.raw`[5-79]\d{7}`),
  // Colombia's fixed lines, 1 September 2021 (CRC, Resolución 5826/2019).
  twin('57', '', '60', String.raw`[124-8]\d{7}`),
  // Ecuador's mobiles, 30 September 2012 (CONATEL).
  twin('593', '', '9', String.raw`[89]\d{7}`),
  // Egypt's mobiles, 6 October 2011 (NTRA).
  ...replaced('20', EGYPT, String.raw`\d{7}`),
  // Gabon, November 2019 (ARCEP; libphonenumber's notes on GA).
  ...replaced('241', GABON, String.raw`\d{6}`),
  // Italy: the zero is part of the number since 1998; without it, no number starts with 2 or 6 (AGCOM).
  twin('39', '', '0', String.raw`[26]\d{5,9}`),
  // Ivory Coast's mobiles, 31 January 2021 (ARTCI): by provider, which the second digit tells.
  twin('225', '', '01', String.raw`[04-9][0-3]\d{6}`),
  twin('225', '', '05', String.raw`[04-9][4-6]\d{6}`),
  twin('225', '', '07', String.raw`[04-9][7-9]\d{6}`),
  // Mauritius' mobiles, 1 September 2013 (ICTA); others of seven digits are fixed lines.
  twin('230', '', '5', String.raw`[79]\d{6}`),
  // Mexico's mobiles until 3 August 2019 had a 1 from abroad (IFT).
  twin('52', '1', '', String.raw`[2-9]\d{9}`),
  // Qatar, 28 July 2010 (ictQATAR): the first digit twice.
  ...['3', '4', '5', '6', '7'].map((first) => twin('974', '', first, String.raw`${first}\d{6}`)),
  // Vietnam's mobiles, 15 September 2018 (Ministry of Information and Communications).
  ...replaced('84', VIETNAM, String.raw`\d{7}`),

  // The French plan (ARCEP) has overseas numbers of its own; from abroad, each department has a code.
  ...Object.entries(FRENCH_OVERSEAS).flatMap(([code, own]) =>
    own.map((prefix) => twin('', `33${prefix}`, `${code}${prefix}`, String.raw`\d{6}`)),
  ),
  // Kosovo's mobiles by Slovenia's code until 2019; 049 is no longer in Slovenia's plan.
  twin('', '38649', '38349', String.raw`\d{6}`),
  // Palestine's mobiles are in Israel's plan, too.
  twin('', '9725', '9705', String.raw`[69]\d{7}`),
  // San Marino by Italy's code, and without the zero of 0549.
  ...['390549', '39549', '378549'].map((other) => twin('', other, '3780549', String.raw`\d{6}`)),
  // Sint Maarten before 30 September 2011 (NANPA, PL-423).
  twin('', '5995', '17215', String.raw`\d{6}`),
];

const BY_OTHER = Map.groupBy(TWINS, ({ starts: [other] }) => other);
const BY_KEY = Map.groupBy(TWINS, ({ starts: [, key] }) => key);

/**
 * The same text for all E.164 numbers that ring the same telephone although their digits differ: what two numbers of one
 * person are compared by, everywhere. It is an E.164 number itself, but not always one to call.
 *
 * Computers of a team claim telephones by it. Two that give different keys would both call, so whoever changes what it gives
 * raises the version of team/schema.sql, with a migration that rewrites the keys stored there.
 */
export function callKey(e164: string): string {
  const found = BY_OTHER.get(e164.slice(1, 3))?.find(({ other }) => other.test(e164));
  return found ? e164.replace(found.other, found.toKey) : e164;
}

/** Every E.164 number with this call key. */
export function numbersWithKey(key: string): readonly string[] {
  const found = BY_KEY.get(key.slice(1, 3))?.filter((each) => each.key.test(key)) ?? [];
  return [key, ...found.map((each) => key.replace(each.key, each.toOther))];
}

/** Every E.164 number that rings the same telephone as this one, itself included. */
export function spellingsOf(e164: string): readonly string[] {
  return numbersWithKey(callKey(e164));
}

/** Whether two E.164 numbers ring the same telephone. */
export function isSameTelephone(one: string, other: string): boolean {
  return one === other || callKey(one) === callKey(other);
}
