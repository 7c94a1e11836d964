import { Button, NativeSelect } from '@mantine/core';
import { getCountries } from 'libphonenumber-js/min/es6';
import { useDeferredValue, useMemo } from 'react';
import { countryName } from '../../../shared/words/country-name.ts';
import { countOf } from '../../parts/text/count-of.ts';
import type { OpenImport } from './import-state.ts';
import classes from './national-numbers.module.css';
import { type NationalReading, nationalReading } from './reading/national-reading.ts';

interface NationalNumbersProps {
  readonly open: OpenImport;
  readonly onReading: (reading: NationalReading) => void;
}

/** A constant element, so that React never compares hundreds of options again. */
const COUNTRIES = (
  <optgroup label="They are from">
    {getCountries()
      .map((code) => ({ code, name: countryName(code) }))
      .sort((a, b) => a.name.localeCompare(b.name))
      .map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
  </optgroup>
);

/** Asks how to read numbers without a country code, if there are any. */
export function NationalNumbers({ open, onReading }: NationalNumbersProps) {
  const { reading, lastCountry, run } = open;
  // Counting a large file must not hold up what was clicked.
  const checked = useDeferredValue(open.checked);
  const count = useMemo(
    () => checked.filter(({ values }) => lacksCountryCode(values.phoneNumber)).length,
    [checked],
  );
  if (count === 0) return null;
  return (
    <div className={classes['line']} data-asked={reading === null || undefined}>
      <span>
        {countOf(count, 'phone number has', 'phone numbers have')} no country code
        {reading === null ? " and can't be called." : '.'}
      </span>
      <NativeSelect
        aria-label="Numbers without a country code"
        size="xs"
        className={classes['choice']}
        disabled={run !== null}
        value={reading ?? ''}
        onChange={(event) => onReading(nationalReading(event.currentTarget.value || null))}
      >
        <option value="">Choose where they are from</option>
        <option value="+">Only the + in front is missing</option>
        {COUNTRIES}
      </NativeSelect>
      {reading === null && lastCountry !== null && (
        <Button size="xs" variant="default" disabled={run !== null} onClick={() => onReading(lastCountry)}>
          {countryName(lastCountry)}, as last time
        </Button>
      )}
    </div>
  );
}

function lacksCountryCode(text: string): boolean {
  return /^[^+]*\d/.test(text) && !/^\D*00/.test(text);
}
