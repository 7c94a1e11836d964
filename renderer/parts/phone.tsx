import { getCountries } from 'libphonenumber-js/min/es6';
import { useEffect } from 'react';
import { countryName } from '../../shared/words/country-name.ts';
import { Store, useStore } from '../store.ts';
import { ClippedText } from './text.tsx';

/** A formatted phone number, left to right even in right-to-left text. */
export function PhoneText({ e164 }: { e164: string }) {
  const format = usePhoneFormat();
  const text = format(e164);
  return <ClippedText dir="ltr">{text}</ClippedText>;
}

type Format = (e164: string) => string;

const format = new Store<Format>((e164) => e164);
let loading = false;

/** A page that is busy all the time has no idle moment. */
const IDLE_TIMEOUT_MS = 1000;

/** Loads the phone metadata, which is as large as React, once the first rows are on screen. */
function load(): void {
  if (loading) return;
  loading = true;
  requestIdleCallback(() => void loadFormat(), { timeout: IDLE_TIMEOUT_MS });
}

async function loadFormat(): Promise<void> {
  const { formatPhoneNumber } = await import('../../shared/phone-number.ts');
  const cache = new Map<string, string>();
  format.set((e164) => {
    const text = cache.get(e164) ?? formatPhoneNumber(e164);
    cache.set(e164, text);
    return text;
  });
}

/** Returns a formatter for E.164 numbers, which leaves them unchanged until the metadata is loaded. */
export function usePhoneFormat(): Format {
  useEffect(load, []);
  return useStore(format);
}

/** A constant element, so that React never compares hundreds of options again. */
export const COUNTRY_OPTIONS = getCountries()
  .map((code) => ({ code, name: countryName(code) }))
  .sort((a, b) => a.name.localeCompare(b.name))
  .map(({ code, name }) => (
    <option key={code} value={code}>
      {name}
    </option>
  ));

/** The options of a select for how to read numbers without a country code: a country, `+`, or '' for not at all. */
export function NationalReadingOptions() {
  return (
    <>
      <option value="">Choose where they are from</option>
      <option value="+">Only the + in front is missing</option>
      <optgroup label="They are from">{COUNTRY_OPTIONS}</optgroup>
    </>
  );
}
