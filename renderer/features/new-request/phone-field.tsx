import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useForbidding } from '../../api/do-not-call.ts';
import { useNumberRefusal } from '../../api/duplicates.ts';
import { useRules } from '../../api/rules.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { PhoneHint } from './phone-hint.tsx';
import { storedPhone, useEarlierSubmission } from './use-request-form.ts';

interface PhoneFieldProps extends TextInputProps {
  readonly value: string;
  /** ISO 3166, for a number without a country code; null: each needs its own. */
  readonly defaultCountry: string | null;
}

const TYPING_DELAY_MS = 250;

/** The number to call, with what will be dialled and whether it may be called or was submitted before. */
export function PhoneField({ value, defaultCountry, onBlur, error, ...input }: PhoneFieldProps) {
  const phone = storedPhone(value, defaultCountry);
  const { earlier, check } = useEarlierSubmission(phone);
  const [settled] = useDebouncedValue(phone, TYPING_DELAY_MS);
  const entry = useForbidding(phone === settled ? phone : null);
  const refusedCountry = useRefusedCountry(phone === settled ? phone : null);
  return (
    <TextInput
      label="Phone number"
      type="tel"
      autoComplete="off"
      description={
        error ? undefined : (
          <PhoneHint
            typed={value}
            defaultCountry={defaultCountry}
            earlier={earlier}
            forbidding={entry}
            refusedCountry={refusedCountry}
          />
        )
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...input}
      value={value}
      error={error}
      onBlur={(event) => {
        check();
        onBlur?.(event);
      }}
    />
  );
}

/** The country whose numbers may not be called, null if this number doesn't tell; undefined if it may be called. */
function useRefusedCountry(phone: string | null): string | null | undefined {
  const isLimited = (useRules().data?.allowedCountries.length ?? 0) > 0;
  const refusal = useNumberRefusal(useWorkspace(), isLimited ? phone : null).data;
  return refusal?.why === 'country_not_allowed' ? refusal.country : undefined;
}
