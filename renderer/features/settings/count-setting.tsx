import { NumberInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

interface CountSettingProps {
  readonly label: string;
  /** Shown behind the number. */
  readonly unit?: string;
  readonly min: number;
  readonly max: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

const TYPING_MS = 500;

/** A whole number; saves valid input, debounced. */
export function CountSetting({ label, unit, min, max, value, onChange }: CountSettingProps) {
  const [typed, setTyped] = useState<number | string>(value);
  const saveLater = useDebouncedCallback((next: number | string) => {
    if (typeof next === 'number' && next >= min && next <= max && next !== value) onChange(next);
  }, TYPING_MS);
  return (
    <NumberInput
      size="xs"
      w={96}
      aria-label={label}
      {...(unit !== undefined && { suffix: unit })}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="blur"
      min={min}
      max={max}
      value={typed}
      onChange={(next) => {
        setTyped(next);
        saveLater(next);
      }}
      onBlur={() => typed === '' && setTyped(value)}
    />
  );
}
