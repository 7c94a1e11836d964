// The full tables: a country code that is only assumed must make a number that is beyond doubt.
import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max/es6';
import { parsePhoneNumber } from '../../../../shared/phone-number.ts';
import type { CellChoice, ChoiceKind } from './cell-choice.ts';

/** A number that the tables know; as national numbers, those with an extension are none. */
export function nationalChoice(typed: string, country: CountryCode, kind: ChoiceKind = 'national') {
  const parsed = parsePhoneNumberFromString(typed, { defaultCountry: country, extract: false });
  if (!parsed?.isValid() || parsed.ext || !goesOutAsIs(parsed.number)) return null;
  return choiceFrom(kind, parsed);
}

/** The number it would be if only its + were missing; null where it would be none. */
export function plusChoice(typed: string): CellChoice | null {
  if (!/^\(?\s*[1-9]/.test(typed) || !/^[\d\s()./\p{Pd}]{8,}$/u.test(typed)) return null;
  return choiceOf('plus', `+${typed.replace(/\D/g, '')}`);
}

/** `+49 49 151 …`: the code put in front of a number that had it. */
export function withCodeOnce({ countryCallingCode, nationalNumber }: PhoneNumber): CellChoice | null {
  return nationalNumber.startsWith(countryCallingCode) ? choiceOf('once', `+${nationalNumber}`) : null;
}

/** A number that the tables know, and that could be submitted; else null. */
export function choiceOf(kind: ChoiceKind, number: string): CellChoice | null {
  const parsed = parsePhoneNumberFromString(number, { extract: false });
  if (!parsed?.isValid()) return null;
  // What reading it has left as it is, the schema leaves so too.
  return parsed.number === number || goesOutAsIs(parsed.number) ? choiceFrom(kind, parsed) : null;
}

/** Whether the schema of a submission takes a number and leaves it as it is. */
function goesOutAsIs(e164: string): boolean {
  const taken = parsePhoneNumber(e164);
  return taken.ok && taken.value.e164 === e164;
}

/** What can be chosen where a number is read so. */
export function choiceFrom(kind: ChoiceKind, parsed: PhoneNumber): CellChoice {
  return {
    kind,
    value: parsed.number,
    // Over thousands of numbers this takes longer than the reading itself, and few are shown.
    get label() {
      return parsed.formatInternational();
    },
    country: parsed.country ?? null,
  };
}
