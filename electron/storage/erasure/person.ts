import { spellingsOf } from '../../../shared/call-key.ts';
import { parsePhoneNumber, plainCharacters } from '../../../shared/phone-number.ts';
import type { FoundBy, PersonSearch } from '../../../shared/privacy.ts';
import { parseTypedPhone } from '../../../shared/typed-phone.ts';
import { wordsIn } from '../requests/search.ts';

/** Fewer digits than this don't identify a person; as many last ones may stand for a number without its area code. */
export const FEWEST_DIGITS = 7;

/** A regular expression class (with `u`) of the separators that people write between digits. */
export const BETWEEN_DIGITS = '[\\s()./·•\\u2212\\p{Pd}\\p{Pc}\\p{Cf}]';

/** A phone number as people write it. */
const NUMBER = new RegExp(`[+(]*\\d(?:(?:\\d|${BETWEEN_DIGITS})*\\d)?`, 'gu');

/** A person to search for, normalised for comparison. */
export interface Person {
  /** Folded; empty without a name. */
  readonly words: readonly string[];
  /** Of all numbers that ring this telephone, with or without the country code; empty without a number. */
  readonly digits: readonly string[];
}

export function personOf({ name, phone }: Pick<PersonSearch, 'name' | 'phone'>): Person {
  return { words: wordsIn(name), digits: phoneDigits(phone) };
}

/** Which of the person's data these texts contain (the cells of a row, or a name and a number); undefined for none. */
export function matchPerson(person: Person, texts: readonly string[]): FoundBy | undefined {
  const byPhone = texts.some((each) => person.digits.some((digits) => holdsNumber(each, digits)));
  const byName = person.words.length > 0 && holdsWords(texts, person.words);
  if (byPhone && byName) return 'both';
  if (byPhone) return 'phone';
  return byName ? 'name' : undefined;
}

/** The numbers (E.164) in a text; `country`: whose numbers are read without a code, if any are. */
export function numbersIn(whole: string, country: string | null): readonly string[] {
  return (plainCharacters(whole).match(NUMBER) ?? []).flatMap((written) => {
    const read = parseTypedPhone(written, country);
    return read.ok ? [read.value.e164] : [];
  });
}

/** Whether the texts have all words of the name, in any order: files may have separate first and last names. */
function holdsWords(texts: readonly string[], words: readonly string[]): boolean {
  const held = new Set(texts.flatMap(wordsIn));
  return words.every((word) => held.has(word));
}

/** Whether a text contains the number in any format, with or without the country code. */
function holdsNumber(text: string, digits: string): boolean {
  return (plainCharacters(text).match(NUMBER) ?? []).flatMap(writtenDigits).some((written) => {
    if (written.length < FEWEST_DIGITS || digits.length < FEWEST_DIGITS) return written === digits;
    return written.endsWith(digits) || digits.endsWith(written);
  });
}

/** The digits of a number in a text; of one with its country code, those of every number that rings the same telephone. */
function writtenDigits(number: string): readonly string[] {
  const bare = bareDigits(number);
  return /^\(*\+/.test(number) ? spellingsOf(`+${bare}`).map((each) => each.slice(1)) : [bare];
}

function phoneDigits(typed: string): readonly string[] {
  const parsed = parsePhoneNumber(typed);
  if (parsed.ok) return spellingsOf(parsed.value.e164).map((each) => each.slice(1));
  const bare = bareDigits(plainCharacters(typed));
  return bare === '' ? [] : [bare];
}

/** Digits without leading zeros: "+49 (0)151-234", "0049 151 234" and "0151 234" all end in the same digits. */
function bareDigits(text: string): string {
  return text.replace('(0)', '').replaceAll(/\D/g, '').replace(/^0+/, '');
}
