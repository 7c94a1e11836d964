import { NativeSelect } from '@mantine/core';
import { NationalReadingOptions } from '../../../parts/phone/national-reading-options.tsx';
import type { useListedNumbers } from './use-listed-numbers.ts';

/** Asks how to read numbers without a country code, if there are any: a spreadsheet may have taken the + from all of them. */
export function NationalReadingChoice({ list }: { list: ReturnType<typeof useListedNumbers> }) {
  const { checked, reading, setReading } = list;
  const isAsked = checked.unread.some(({ lacksCountryCode }) => lacksCountryCode);
  if (!isAsked && reading === null) return null;
  return (
    <NativeSelect
      size="sm"
      label="Numbers without a country code"
      value={reading ?? ''}
      onChange={(event) => setReading(event.currentTarget.value || null)}
    >
      <NationalReadingOptions />
    </NativeSelect>
  );
}
