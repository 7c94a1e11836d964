import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min/es6';

/** Ways in which people write one number (E.164) of a country, on a list read with that country as the default. */
export function writtenWays(e164: string, country: string, trunk: string): readonly string[] {
  if (!isSupportedCountry(country)) throw new Error(`${country} has no calling code`);
  const code = getCountryCallingCode(country);
  const national = e164.slice(1 + code.length);
  const [area, rest] = [national.slice(0, 3), national.slice(3)];
  const pair = (separator: string) => [area, rest.slice(0, 3), rest.slice(3)].join(separator);
  const grouped = `+${code} ${pair(' ')}`;
  return [
    e164,
    grouped,
    `+${code}-${pair('-')}`,
    `+${code}.${pair('.')}`,
    `+${code}/${area}/${rest}`,
    `+${code} (${area}) ${rest}`,
    `(+${code}) ${pair(' ')}`,
    `(+${code})${national}`,
    `+ ${code} ${national}`,
    `00${code}${national}`,
    `00 ${code} ${pair(' ')}`,
    `00${code}-${pair('-')}`,
    `00${code} (${area}) ${rest}`,
    `tel:${e164}`,
    `TEL:+${code}-${pair('-')}`,
    `tel:${e164};ext=5`,
    `${grouped} ext. 12`,
    `${grouped} extension 4`,
    `${grouped} x3`,
    `${grouped} #7`,
    `${grouped}, 12`,
    `${trunk}${national}`,
    `${trunk}${pair(' ')}`,
    `${trunk}${pair('-')}`,
    `(${trunk}${area}) ${rest}`,
    fullWidth(grouped),
    inDigits(grouped, 0x0660),
    inDigits(grouped, 0x06f0),
    `\u202a${grouped}\u202c`,
    `+${code}\u00a0${area}\u200b${rest}`,
    `+${code}\u2013${pair('\u2013')}`,
    `+${code}\u2011${pair('\u2011')}`,
    `  ${grouped}\t`,
    `00-${code}-${pair('-')}`,
    `${grouped}x3`,
    `tel:+${code}-${pair('-')};ext=5;isub=1`,
    `tel:${national};phone-context=+${code}`,
    inDigits(grouped, 0x0966),
    inDigits(`${trunk}${national}`, 0x0660),
  ];
}

function inDigits(text: string, zero: number): string {
  return text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
}

function fullWidth(text: string): string {
  return inDigits(text, 0xff10).replace('+', '\uff0b');
}
