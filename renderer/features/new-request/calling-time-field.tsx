import { Button, Checkbox } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { earliestCall } from '../../../shared/notice.ts';
import { useCallingTime } from '../../api/rules.ts';
import { useNow } from '../../parts/time/use-now.ts';
import { TimeZoneSelect } from '../../parts/time-zone/time-zone-select.tsx';
import classes from './calling-time-field.module.css';
import { callingTimeWords } from './calling-time-words.ts';

interface CallingTimeFieldProps {
  /** E.164; null while invalid. */
  readonly phoneNumber: string | null;
  /** UTC ms; null for as soon as possible. */
  readonly notBefore: number | null;
  /** The day of the notice (`2027-01-06`) and how many days must follow it; null without either. */
  readonly notice: { readonly on: string; readonly days: number } | null;
  readonly timeZone: string | null;
  readonly anyHour: boolean;
  readonly onTimeZone: (timeZone: string | null) => void;
  readonly onAnyHour: (anyHour: boolean) => void;
  /** Called once the time zone chosen, if any, is known to be meant for this number. */
  readonly onChecked: (phoneNumber: string) => void;
}

/** When the candidate may be called, in a workspace with calling hours; lets the user override time zone and hours. */
export function CallingTimeField(props: CallingTimeFieldProps) {
  const { phoneNumber, timeZone, anyHour, onTimeZone, onAnyHour } = props;
  const [opened, setOpened] = useState(timeZone !== null || anyHour);
  const own = useCallingTime({ phoneNumber, timeZone: null, notBefore: null });
  useZoneOfNumber(props, own.isPending ? undefined : (own.data?.timeZones ?? []));
  // Without a choice, it waits for a person.
  const isAsked = phoneNumber !== null && own.data?.at === null && !anyHour;
  const isOpen = opened || isAsked;
  return (
    <fieldset className={classes['frame']} aria-label="Calling hours">
      <div className={classes['line']}>
        <IconWorld className={classes['icon']} size={16} aria-hidden />
        <p className={classes['words']} aria-live="polite">
          {anyHour ? 'This candidate may be called at any hour.' : <Words {...props} />}
        </p>
        {!isAsked && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label="Change calling hours"
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
          >
            Change
          </Button>
        )}
      </div>
      {isOpen && (
        <div className={classes['choices']}>
          <TimeZoneSelect
            label="Time zone"
            size="xs"
            width={240}
            noneLabel={isAsked ? 'Not chosen yet' : 'Based on the number'}
            {...(isAsked && { offered: own.data?.timeZones ?? [] })}
            value={timeZone}
            onChange={onTimeZone}
          />
          <Checkbox
            size="xs"
            label="Call at any hour"
            checked={anyHour}
            onChange={(event) => onAnyHour(event.currentTarget.checked)}
          />
        </div>
      )}
    </fieldset>
  );
}

/** A time zone chosen among those of a number counts for no other number that can't be there. `zones`: undefined while unknown. */
function useZoneOfNumber(
  { phoneNumber, timeZone, onTimeZone, onChecked }: CallingTimeFieldProps,
  zones: readonly string[] | undefined,
): void {
  const before = useRef<readonly string[]>([]);
  useEffect(() => {
    if (phoneNumber === null || zones === undefined) return;
    const isLeft = timeZone !== null && before.current.includes(timeZone) && !zones.includes(timeZone);
    before.current = zones;
    if (isLeft) onTimeZone(null);
    else onChecked(phoneNumber);
  });
}

function Words({ phoneNumber, notBefore, notice, timeZone }: CallingTimeFieldProps) {
  const now = useNow();
  const chosen = useCallingTime({ phoneNumber, timeZone, notBefore });
  const afterNotice = notice && chosen.data ? earliestCall(notice.on, notice.days, chosen.data.timeZones) : 0;
  const isTooRecent = afterNotice > Math.max(now, notBefore ?? 0);
  const { data, error } = useCallingTime({
    phoneNumber,
    timeZone,
    notBefore: isTooRecent ? afterNotice : notBefore,
  });
  if (phoneNumber === null) return 'It will be sent within the calling hours at the number’s location.';
  if (error) return 'Couldn’t work out when this number may be called. It waits for its calling hours.';
  return data ? callingTimeWords(data, notBefore, now) : '';
}
