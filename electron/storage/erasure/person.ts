import { parsePhoneNumber } from '../../../shared/phone-number.ts';
import type { FoundBy, PersonSearch } from '../../../shared/privacy.ts';
import { wordsIn } from '../requests/folded.ts';

/** Fewer digits than this are in too many numbers to tell whose they are. */
const FEWEST_DIGITS = 7;

/** What people write between the digits of a number (a class of a pattern with `u`): all kinds of dashes and dots, too. */
export const BETWEEN_DIGITS = '[\\s()./·•\\u2212\\p{Pd}\\p{Pc}\\p{Cf}]';

/** A group of digits as people write numbers. */
const NUMBER = new RegExp(`[+(]*\\d(?:(?:\\d|${BETWEEN_DIGITS})*\\d)?`, 'gu');

/** Who is looked for, ready to be compared. */
export interface Person {
  /** Folded; empty where no name was given. */
  readonly words: readonly string[];
  /** With or without the country code; empty where no number was given. */
  readonly digits: string;
}

export function personOf({ name, phone }: Pick<PersonSearch, 'name' | 'phone'>): Person {
  return { words: wordsIn(name), digits: phoneDigits(phone) };
}

/** How these texts (the cells of a row, or a name and a number) are about the person; undefined where they are not. */
export function foundIn(person: Person, texts: readonly string[]): FoundBy | undefined {
  const byPhone = person.digits !== '' && texts.some((each) => holdsNumber(each, person.digits));
  const byName = person.words.length > 0 && holdsWords(texts, person.words);
  if (byPhone && byName) return 'both';
  if (byPhone) return 'phone';
  return byName ? 'name' : undefined;
}

/** All the words of the name, in any order: files have first and last names in columns of their own. */
function holdsWords(texts: readonly string[], words: readonly string[]): boolean {
  const held = new Set(texts.flatMap(wordsIn));
  return words.every((word) => held.has(word));
}

/** Whether a text holds the number in any writing: with its country code or as it is dialled within the country. */
function holdsNumber(text: string, digits: string): boolean {
  return (text.normalize('NFKC').match(NUMBER) ?? []).some((each) => {
    const written = bareDigits(each);
    if (written.length < FEWEST_DIGITS || digits.length < FEWEST_DIGITS) return written === digits;
    return written.endsWith(digits) || digits.endsWith(written);
  });
}

function phoneDigits(typed: string): string {
  const parsed = parsePhoneNumber(typed);
  return parsed.ok ? parsed.value.e164.slice(1) : bareDigits(typed.normalize('NFKC'));
}

/** "+49 (0)151-234", "0049 151 234" and "0151 234" end alike, without the zeros in front. */
function bareDigits(text: string): string {
  return text.replace('(0)', '').replaceAll(/\D/g, '').replace(/^0+/, '');
}
