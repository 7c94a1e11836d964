import { Checkbox } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useConsentRule } from '../../api/import.ts';

interface ConsentCheckbox {
  /** The checkbox, if the workspace asks for consent. */
  readonly field: ReactNode;
  /** Whether required consent is given; if not, shows an error and focuses the checkbox. */
  readonly validate: () => boolean;
}

/** One checkbox for the consent of all candidates in the file. A changed wording needs consent again. */
export function useConsentCheckbox(
  value: string | null,
  onChange: (wording: string | null) => void,
): ConsentCheckbox {
  const rule = useConsentRule();
  const [missed, setMissed] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  if (!rule?.asked) return { field: null, validate: () => true };
  const ticked = value === rule.wording;
  const validate = () => {
    if (ticked || !rule.required) return true;
    setMissed(true);
    input.current?.focus();
    return false;
  };
  const wrong = missed && rule.required && !ticked;
  const field = (
    <Checkbox
      ref={input}
      size="xs"
      label={
        <span dir="auto">
          <strong>All of these:</strong> {rule.wording}
        </span>
      }
      description={wrong ? undefined : 'Stored with each submission, with the date.'}
      required={rule.required}
      checked={ticked}
      onChange={(event) => onChange(event.currentTarget.checked ? rule.wording : null)}
      error={wrong && "Tick this once all of them have agreed, or leave out those who haven't."}
      {...(wrong && { 'aria-invalid': true })}
    />
  );
  return { field, validate };
}
