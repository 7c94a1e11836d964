import { Chip, Group, TextInput } from '@mantine/core';
import type { CallingHours } from '../../../shared/calling-hours.ts';
import { TimeZoneSelect } from '../../parts/time-zone/time-zone-select.tsx';
import { HolidaySettings } from './holiday-settings.tsx';
import { OwnHours } from './own-hours.tsx';
import classes from './rules-settings.module.css';
import { SettingRow } from './setting-row.tsx';
import { SettingSwitch } from './setting-switch.tsx';
import formClasses from './settings-form.module.css';
import type { RulesForm } from './use-rules-form.ts';
import { WEEKDAYS } from './weekdays.ts';

/** The calling hours of the workspace. */
export function CallingHoursSettings({ form }: { form: RulesForm }) {
  const { typed, changeHours } = form;
  const { enabled } = typed.callingHours;
  return (
    <>
      <div className={formClasses['rows']}>
        <SettingSwitch
          name="Keep to calling hours"
          words="Submissions wait for these hours at the candidate’s location, based on the number’s country and area."
          checked={enabled}
          onChange={(on) => changeHours({ enabled: on })}
        />
        {enabled && <HoursRows form={form} />}
      </div>
      <p className={classes['note']}>
        Callboard itself holds the submission. The service doesn’t know about calling hours, and may call some
        time after it receives the request. Public holidays: date-holidays, CC BY-SA 3.0.
      </p>
    </>
  );
}

function HoursRows({ form }: { form: RulesForm }) {
  const { weekdays, defaultTimeZone } = form.typed.callingHours;
  return (
    <>
      <SettingRow
        name="Time of day"
        words="From the first time up to, but not including, the second."
        problem={form.errorOf('callingHours.from') ?? form.errorOf('callingHours.until')}
      >
        <TimeSpan form={form} />
      </SettingRow>
      <SettingRow
        name="Days"
        words="Days of the week at the candidate’s location."
        problem={form.errorOf('callingHours.weekdays')}
      >
        <Chip.Group
          multiple
          value={weekdays.map(String)}
          onChange={(chosen) =>
            form.changeHours(withDays(form.typed.callingHours, chosen.map(Number).sort()))
          }
        >
          <Group gap={4} role="group" aria-label="Days">
            {WEEKDAYS.map(({ day, short, long }) => (
              <Chip key={day} size="xs" value={String(day)} aria-label={long}>
                {short}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </SettingRow>
      <OwnHours form={form} />
      <HolidaySettings form={form} />
      <SettingRow name="Default time zone" words="For numbers that don’t reveal their location.">
        <TimeZoneSelect
          label="Default time zone"
          hideLabel
          size="xs"
          width={200}
          value={defaultTimeZone}
          onChange={(zone) => zone !== null && form.changeHours({ defaultTimeZone: zone })}
        />
      </SettingRow>
    </>
  );
}

/** A day without calls has no hours of its own. */
function withDays({ ownHours }: CallingHours, weekdays: number[]): Partial<CallingHours> {
  return { weekdays, ownHours: ownHours.filter(({ weekday }) => weekdays.includes(weekday)) };
}

function TimeSpan({ form: { typed, changeHours, errorOf } }: { form: RulesForm }) {
  const { from, until } = typed.callingHours;
  return (
    <div className={classes['span']}>
      <TextInput
        type="time"
        size="xs"
        aria-label="Calls from"
        required
        value={from}
        error={errorOf('callingHours.from') !== undefined}
        onChange={(event) => changeHours({ from: event.currentTarget.value }, { typing: true })}
      />
      <span aria-hidden>to</span>
      <TextInput
        type="time"
        size="xs"
        aria-label="Calls until"
        required
        value={until}
        error={errorOf('callingHours.until') !== undefined}
        onChange={(event) => changeHours({ until: event.currentTarget.value }, { typing: true })}
      />
    </div>
  );
}
