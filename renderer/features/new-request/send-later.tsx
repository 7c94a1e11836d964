import { Button, TextInput } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import type { FocusEventHandler, ReactNode, RefObject } from 'react';
import { fromLocalInput, toLocalInput } from '../../parts/time/local-date-time.ts';
import classes from './send-later.module.css';

interface SendLaterProps {
  readonly opened: boolean;
  readonly onOpen: () => void;
  /** UTC ms; null for as soon as possible. */
  readonly value: number | null;
  readonly onChange: (at: number | null) => void;
  readonly onBlur?: FocusEventHandler<HTMLInputElement>;
  readonly error?: ReactNode;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

/** The earliest time to send; collapsed at first, because most submissions go out at once. */
export function SendLater({ opened, onOpen, value, onChange, onBlur, error, inputRef }: SendLaterProps) {
  if (!opened) {
    return (
      <Button
        className={classes['open']}
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<IconClock size={15} aria-hidden />}
        aria-expanded={false}
        onClick={onOpen}
      >
        Send later
      </Button>
    );
  }
  return (
    <TextInput
      ref={inputRef}
      type="datetime-local"
      label="Not before"
      // Never both lines, so that the button below does not move.
      description={
        error
          ? undefined
          : `In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}. Leave empty to send as soon as possible.`
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoFocus={value === null}
      value={value === null ? '' : toLocalInput(value)}
      onChange={(event) => onChange(fromLocalInput(event.currentTarget.value))}
      onBlur={onBlur}
      error={error}
    />
  );
}
