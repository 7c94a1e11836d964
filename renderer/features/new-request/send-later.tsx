import { Button } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { type FocusEventHandler, type ReactNode, type RefObject, useEffect, useState } from 'react';
import { sameLocalTime } from '../../../shared/send-later.ts';
import { useCallingTime } from '../../api/rules.ts';
import { SendLaterChoice } from '../../parts/send-later/send-later-choice.tsx';
import { type ChosenTime, isTheirClock, sendLaterZone } from '../../parts/send-later/send-later-zone.ts';
import { useNow } from '../../parts/time/use-now.ts';
import classes from './send-later.module.css';
import { clockKey } from './use-request-form.ts';

interface SendLaterProps {
  readonly opened: boolean;
  readonly onOpened: (opened: boolean) => void;
  /** Whether the closed choice has the focus at first. */
  readonly autoFocus: boolean;
  /** E.164; null while invalid. */
  readonly phoneNumber: string | null;
  /** The time zone that the user chose for the candidate; null for the number's. */
  readonly candidateTimeZone: string | null;
  /** Null for as soon as possible. */
  readonly value: ChosenTime | null;
  readonly onChange: (time: ChosenTime | null) => void;
  /** Called once the value is on the clock of this candidate ({@link clockKey}), or that clock cannot be known. */
  readonly onClock: (key: string) => void;
  readonly onBlur?: FocusEventHandler<HTMLInputElement>;
  readonly error?: ReactNode;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

/** The earliest time to send; collapsed at first, because most submissions go out at once. */
export function SendLater(props: SendLaterProps) {
  const { opened, onOpened, autoFocus } = props;
  const [gaveUp, setGaveUp] = useState(false);
  if (opened) return <OpenSendLater {...props} onGiveUp={() => setGaveUp(true)} />;
  return (
    <Button
      className={classes['open']}
      size="compact-sm"
      variant="subtle"
      color="gray"
      leftSection={<IconClock size={15} aria-hidden />}
      aria-expanded={false}
      // It replaces the choice that had the focus.
      autoFocus={autoFocus || gaveUp}
      onClick={() => {
        setGaveUp(false);
        onOpened(true);
      }}
    >
      Send later
    </Button>
  );
}

function OpenSendLater(props: SendLaterProps & { readonly onGiveUp: () => void }) {
  const {
    opened: _opened,
    autoFocus: _autoFocus,
    onOpened,
    onGiveUp,
    phoneNumber,
    candidateTimeZone,
    value,
    onChange,
    onClock,
    ...field
  } = props;
  const now = useNow();
  const calling = useCallingTime({ phoneNumber, timeZone: candidateTimeZone, notBefore: null });
  const timeZones = phoneNumber === null ? null : (calling.data?.candidateTimeZones ?? []);
  const zone = sendLaterZone(timeZones, now);
  const isKnown = phoneNumber !== null && !calling.isPending;
  const key = isKnown ? clockKey(phoneNumber, candidateTimeZone) : null;
  const moved = isKnown && isTheirClock(zone) ? movedTo(value, timeZones ?? [], zone.timeZone) : null;
  useEffect(() => {
    if (moved !== null) onChange(moved);
    else if (key !== null) onClock(key);
  });
  return (
    <SendLaterChoice
      zone={zone}
      value={value}
      onChange={onChange}
      onGiveUp={() => {
        onChange(null);
        onOpened(false);
        onGiveUp();
      }}
      autoFocus={value === null}
      {...field}
    />
  );
}

/** The chosen local time on another candidate's clock; null if the value is on a clock of this candidate, or the user's. */
function movedTo(
  value: ChosenTime | null,
  timeZones: readonly string[],
  timeZone: string,
): ChosenTime | null {
  if (value === null || value.timeZone === null || timeZones.includes(value.timeZone)) return null;
  return { at: sameLocalTime(value.at, value.timeZone, timeZone), timeZone };
}
