import { Button, Checkbox } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { useState } from 'react';
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
}

/** When the candidate may be called, in a workspace with calling hours; lets the user override time zone and hours. */
export function CallingTimeField(props: CallingTimeFieldProps) {
  const { timeZone, anyHour, onTimeZone, onAnyHour } = props;
  const [opened, setOpened] = useState(timeZone !== null || anyHour);
  return (
    <fieldset className={classes['frame']} aria-label="Calling hours">
      <div className={classes['line']}>
        <IconWorld className={classes['icon']} size={16} aria-hidden />
        <p className={classes['words']} aria-live="polite">
          {anyHour ? 'This candidate may be called at any hour.' : <Words {...props} />}
        </p>
        <Button
          size="compact-xs"
          variant="default"
          aria-label="Change calling hours"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          Change
        </Button>
      </div>
      {opened && (
        <div className={classes['choices']}>
          <TimeZoneSelect
            label="Time zone"
            size="xs"
            width={240}
            noneLabel="Based on the number"
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
