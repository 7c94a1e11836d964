import { TextInput, type TextInputProps } from '@mantine/core';
import { PhoneHint } from './phone-hint.tsx';
import { useEarlierSubmission } from './use-request-form.ts';

/** The number to call, with what will be dialled and whether it was submitted before. */
export function PhoneField({ value, onBlur, error, ...input }: TextInputProps & { readonly value: string }) {
  const { earlier, check } = useEarlierSubmission(value);
  return (
    <TextInput
      label="Phone number"
      type="tel"
      autoComplete="off"
      description={error ? undefined : <PhoneHint typed={value} earlier={earlier} />}
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
