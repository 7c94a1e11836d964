import { Checkbox } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useConsentRule } from '../../api/import.ts';

interface ConsentTick {
  /** The tick, where the workspace asks for one. */
  readonly field: ReactNode;
  /** Whether nothing is missing; else the tick says so and takes the focus. */
  readonly demand: () => boolean;
}

/** One tick that all candidates of the file agreed; words that were changed since are no agreement to those of now. */
export function useConsentTick(
  value: string | null,
  onChange: (wording: string | null) => void,
): ConsentTick {
  const rule = useConsentRule();
  const [missed, setMissed] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  if (!rule?.asked) return { field: null, demand: () => true };
  const ticked = value === rule.wording;
  const demand = () => {
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
      error={wrong && 'Tick this once all of them have agreed, or leave out those who have not.'}
      {...(wrong && { 'aria-invalid': true })}
    />
  );
  return { field, demand };
}
