import { Button, NativeSelect } from '@mantine/core';
import { useDeferredValue, useMemo } from 'react';
import { plainCharacters } from '../../../shared/phone-number.ts';
import { countryName } from '../../../shared/words/country-name.ts';
import { NationalReadingOptions } from '../../parts/phone/national-reading-options.tsx';
import { countOf } from '../../parts/text/count-of.ts';
import type { OpenImport } from './import-state.ts';
import classes from './national-numbers.module.css';
import { type NationalReading, nationalReading } from './reading/national-reading.ts';

interface NationalNumbersProps {
  readonly open: OpenImport;
  readonly onReading: (reading: NationalReading) => void;
}

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
        <NationalReadingOptions />
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
  const plain = plainCharacters(text);
  return /^[^+]*\d/.test(plain) && !/^\D*00/.test(plain);
}
