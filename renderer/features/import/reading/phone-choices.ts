// The full metadata: with an assumed country code, a number must be valid beyond doubt.
import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max/es6';
import { callKey } from '../../../../shared/call-key.ts';
import { asCalled, parsePhoneNumber } from '../../../../shared/phone-number.ts';
import type { CellChoice, ChoiceKind } from './cell-choice.ts';

/** Reads a number as a national one; null if it is invalid or has an extension. */
export function nationalChoice(typed: string, country: CountryCode, kind: ChoiceKind = 'national') {
  const read = parsePhoneNumberFromString(typed, { defaultCountry: country, extract: false });
  const parsed = read && asCalled(read, readE164);
  if (!parsed?.isValid() || parsed.ext || !isSubmittedUnchanged(parsed.number)) return null;
  return choiceFrom(kind, parsed);
}

/** Reads a number as one that only lacks its +; null if that is invalid. */
export function plusChoice(typed: string): CellChoice | null {
  if (!/^\(?\s*[1-9]/.test(typed) || !/^[\d\s()./\p{Pd}]{8,}$/u.test(typed)) return null;
  const number = `+${typed.replace(/\D/g, '')}`;
  return choiceOf('plus', number) ?? choiceOf('plus', callKey(number));
}

/** The number without its second country code: `+49 49 151 …`. */
export function codeOnceChoice({ countryCallingCode, nationalNumber }: PhoneNumber): CellChoice | null {
  return nationalNumber.startsWith(countryCallingCode) ? choiceOf('once', `+${nationalNumber}`) : null;
}

/** A choice for an E.164 number; null if it is invalid or cannot be submitted unchanged. */
export function choiceOf(kind: ChoiceKind, number: string): CellChoice | null {
  const parsed = readE164(number);
  if (!parsed?.isValid()) return null;
  return parsed.number === number || isSubmittedUnchanged(parsed.number) ? choiceFrom(kind, parsed) : null;
}

function readE164(number: string): PhoneNumber | undefined {
  return parsePhoneNumberFromString(number, { extract: false });
}

/** Whether the submission schema accepts a number without changing it. */
function isSubmittedUnchanged(e164: string): boolean {
  const taken = parsePhoneNumber(e164);
  return taken.ok && taken.value.e164 === e164;
}

export function choiceFrom(kind: ChoiceKind, parsed: PhoneNumber): CellChoice {
  return {
    kind,
    value: parsed.number,
    // Lazy: formatting takes longer than parsing, and few labels are shown.
    get label() {
      return parsed.formatInternational();
    },
    country: parsed.country ?? null,
  };
}
