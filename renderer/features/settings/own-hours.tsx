import { ActionIcon, Select, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { DayHours } from '../../../shared/calling-hours.ts';
import classes from './rules-settings.module.css';
import { SettingRow } from './setting-row.tsx';
import type { RulesForm } from './use-rules-form.ts';
import { WEEKDAYS } from './weekdays.ts';

/** The days whose calling hours differ from those of the others. */
export function OwnHours({ form }: { form: RulesForm }) {
  const { from, until, weekdays, ownHours } = form.typed.callingHours;
  const change = (days: readonly DayHours[], typing = false) =>
    form.changeHours({ ownHours: [...days].sort((a, b) => a.weekday - b.weekday) }, { typing });
  const left = weekdays.filter((day) => !ownHours.some(({ weekday }) => weekday === day));
  return (
    <SettingRow
      name="Other hours on some days"
      words="A day listed here has its own hours instead of those above."
      problem={form.errorOf('callingHours.ownHours')}
    >
      <div className={classes['days']}>
        {ownHours.map((day) => (
          <OwnDay
            key={day.weekday}
            day={day}
            onChange={(changed) =>
              change(
                ownHours.map((each) => (each === day ? changed : each)),
                true,
              )
            }
            onRemove={() => change(ownHours.filter((each) => each !== day))}
          />
        ))}
        {left.length > 0 && (
          <Select
            className={classes['changes']}
            aria-label="Add a day with other hours"
            placeholder="Add a day"
            size="xs"
            w={140}
            value={null}
            data={left.map((day) => ({ value: String(day), label: longName(day) }))}
            onChange={(chosen) =>
              chosen !== null && change([...ownHours, { weekday: Number(chosen), from, until }])
            }
          />
        )}
      </div>
    </SettingRow>
  );
}

interface OwnDayProps {
  readonly day: DayHours;
  readonly onChange: (day: DayHours) => void;
  readonly onRemove: () => void;
}

function OwnDay({ day, onChange, onRemove }: OwnDayProps) {
  const name = longName(day.weekday);
  const wrong = day.from >= day.until;
  return (
    <fieldset className={`${classes['part']} ${classes['span']}`} aria-label={name}>
      <span className={classes['day']}>{name}</span>
      <TextInput
        type="time"
        size="xs"
        aria-label={`${name}: calls from`}
        required
        value={day.from}
        error={wrong}
        onChange={(event) => onChange({ ...day, from: event.currentTarget.value })}
      />
      <span aria-hidden>to</span>
      <TextInput
        type="time"
        size="xs"
        aria-label={`${name}: calls until`}
        required
        value={day.until}
        error={wrong}
        onChange={(event) => onChange({ ...day, until: event.currentTarget.value })}
      />
      <ActionIcon
        className={classes['changes']}
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={`Same hours on ${name}`}
        onClick={onRemove}
      >
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </fieldset>
  );
}

function longName(weekday: number): string {
  return WEEKDAYS.find(({ day }) => day === weekday)?.long ?? String(weekday);
}
