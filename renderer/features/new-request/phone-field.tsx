import { TextInput, type TextInputProps } from '@mantine/core';
import { PhoneHint } from './phone-hint.tsx';
import { storedPhone, useEarlierSubmission } from './use-request-form.ts';

interface PhoneFieldProps extends TextInputProps {
  readonly value: string;
  /** ISO 3166, for a number without a country code; null: each needs its own. */
  readonly defaultCountry: string | null;
}

/** The number to call, with what will be dialled and whether it was submitted before. */
export function PhoneField({ value, defaultCountry, onBlur, error, ...input }: PhoneFieldProps) {
  const { earlier, check } = useEarlierSubmission(storedPhone(value, defaultCountry));
  return (
    <TextInput
      label="Phone number"
      type="tel"
      autoComplete="off"
      description={
        error ? undefined : <PhoneHint typed={value} defaultCountry={defaultCountry} earlier={earlier} />
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
