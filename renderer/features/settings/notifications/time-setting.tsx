import { TextInput } from '@mantine/core';
import { useState } from 'react';

interface TimeSettingProps {
  readonly label: string;
  /** `HH:MM` */
  readonly value: string;
  /** Called with complete times only. */
  readonly onChange: (time: string) => void;
}

/** A time of day, saved once complete; on blur, an incomplete one reverts to the stored one. */
export function TimeSetting({ label, value, onChange }: TimeSettingProps) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  return (
    <TextInput
      type="time"
      size="xs"
      required
      aria-label={label}
      value={typed}
      onChange={({ currentTarget: { value: time } }) => {
        setTyped(time);
        if (time !== '' && time !== value) onChange(time.slice(0, 5));
      }}
      onBlur={() => typed === '' && setTyped(value)}
    />
  );
}
