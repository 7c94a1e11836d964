import { Chip, Group, Switch, TextInput } from '@mantine/core';
import { TimeZoneSelect } from '../../parts/time-zone/time-zone-select.tsx';
import classes from './rules-settings.module.css';
import { SettingRow } from './setting-row.tsx';
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
        <SettingRow
          name="Keep to calling hours"
          words="Submissions wait until it is this time where the candidate is, told by the number’s country and area."
        >
          <Switch
            aria-label="Keep to calling hours"
            checked={enabled}
            onChange={(event) => changeHours({ enabled: event.currentTarget.checked })}
          />
        </SettingRow>
        {enabled && <HoursRows form={form} />}
      </div>
      <p className={classes['note']}>
        Callboard holds the submission itself. The service is not told about calling hours, and may call later
        than it receives the request.
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
        words="From the first time on, and not from the second on."
        problem={form.errorOf('callingHours.from') ?? form.errorOf('callingHours.until')}
      >
        <TimeSpan form={form} />
      </SettingRow>
      <SettingRow
        name="Days"
        words="Days of the week where the candidate is."
        problem={form.errorOf('callingHours.weekdays')}
      >
        <Chip.Group
          multiple
          value={weekdays.map(String)}
          onChange={(chosen) => form.changeHours({ weekdays: chosen.map(Number).sort() })}
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
      <SettingRow name="Default time zone" words="For numbers that do not tell where they are.">
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
