import { ActionIcon, Chip, Group, Select, Stack, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallingHours, DayHours } from '../../../shared/calling-hours.ts';
import {
  type HolidayCountry,
  type HolidayPlace,
  MAX_HOLIDAY_PLACES,
  placeKey,
} from '../../../shared/holidays.ts';
import { countryName } from '../../../shared/words/country-name.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { Dim } from '../../parts/layout.tsx';
import { TimeZoneSelect } from '../../parts/send-later-choice.tsx';
import { SettingRow, SettingSwitch } from './setting-row.tsx';
import classes from './settings.module.css';
import type { RulesForm } from './use-rules-form.ts';
import { WEEKDAYS } from './weekdays.ts';

/** The calling hours of the workspace. */
export function CallingHoursSettings({ form }: { form: RulesForm }) {
  const { typed } = form;
  const { enabled } = typed.callingHours;
  return (
    <>
      <SettingSwitch
        name="Keep to calling hours"
        words="Submissions wait for these hours at the candidate’s location, based on the number’s country and area."
        checked={enabled}
        onChange={(on) => changeHours(form, { enabled: on })}
      />
      {enabled && <HoursRows form={form} />}
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
            changeHours(form, withDays(form.typed.callingHours, chosen.map(Number).sort()))
          }
        >
          <Group gap={4} role="group" aria-label="Days">
            {WEEKDAYS.map(({ day, short, long }) => (
              <Chip key={day} value={String(day)} aria-label={long}>
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
          width={200}
          value={defaultTimeZone}
          onChange={(zone) => zone !== null && changeHours(form, { defaultTimeZone: zone })}
        />
      </SettingRow>
    </>
  );
}

function changeHours(
  { typed, change }: RulesForm,
  hours: Partial<CallingHours>,
  options?: { readonly typing?: boolean },
): void {
  change('callingHours', { ...typed.callingHours, ...hours }, options);
}

/** A day without calls has no hours of its own. */
function withDays({ ownHours }: CallingHours, weekdays: number[]): Partial<CallingHours> {
  return { weekdays, ownHours: ownHours.filter(({ weekday }) => weekdays.includes(weekday)) };
}

function TimeSpan({ form }: { form: RulesForm }) {
  const { errorOf } = form;
  const { from, until } = form.typed.callingHours;
  return (
    <div className={classes['timeSpan']}>
      <TextInput
        type="time"
        aria-label="Calls from"
        required
        value={from}
        error={errorOf('callingHours.from') !== undefined}
        onChange={(event) => changeHours(form, { from: event.currentTarget.value }, { typing: true })}
      />
      <span aria-hidden>to</span>
      <TextInput
        type="time"
        aria-label="Calls until"
        required
        value={until}
        error={errorOf('callingHours.until') !== undefined}
        onChange={(event) => changeHours(form, { until: event.currentTarget.value }, { typing: true })}
      />
    </div>
  );
}

/** The days whose calling hours differ from those of the others. */
function OwnHours({ form }: { form: RulesForm }) {
  const { from, until, weekdays, ownHours } = form.typed.callingHours;
  const change = (days: readonly DayHours[], typing = false) =>
    changeHours(form, { ownHours: [...days].sort((a, b) => a.weekday - b.weekday) }, { typing });
  const left = weekdays.filter((day) => !ownHours.some(({ weekday }) => weekday === day));
  return (
    <SettingRow
      name="Other hours on some days"
      words="A day listed here has its own hours instead of those above."
      problem={form.errorOf('callingHours.ownHours')}
    >
      <Stack gap={8}>
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
            className={classes['changesRules']}
            aria-label="Add a day with other hours"
            placeholder="Add a day"
            w={140}
            value={null}
            data={left.map((day) => ({ value: String(day), label: longName(day) }))}
            onChange={(chosen) =>
              chosen !== null && change([...ownHours, { weekday: Number(chosen), from, until }])
            }
          />
        )}
      </Stack>
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
    <fieldset className={`${classes['rulesPart']} ${classes['timeSpan']}`} aria-label={name}>
      <span className={classes['day']}>{name}</span>
      <TextInput
        type="time"
        aria-label={`${name}: calls from`}
        required
        value={day.from}
        error={wrong}
        onChange={(event) => onChange({ ...day, from: event.currentTarget.value })}
      />
      <span aria-hidden>to</span>
      <TextInput
        type="time"
        aria-label={`${name}: calls until`}
        required
        value={day.until}
        error={wrong}
        onChange={(event) => onChange({ ...day, until: event.currentTarget.value })}
      />
      <RemoveButton name={`Same hours on ${name}`} onClick={onRemove} />
    </fieldset>
  );
}

function RemoveButton({ name, onClick }: { readonly name: string; readonly onClick: () => void }) {
  return (
    <ActionIcon className={classes['changesRules']} size="sm" aria-label={name} onClick={onClick}>
      <IconX size={14} aria-hidden />
    </ActionIcon>
  );
}

function longName(weekday: number): string {
  return WEEKDAYS.find(({ day }) => day === weekday)?.long ?? String(weekday);
}

/** Stands for a whole country in the choice of its regions. */
const WHOLE = '';

/** The places on whose public holidays nobody is called. */
function HolidaySettings({ form }: { form: RulesForm }) {
  const { holidays } = form.typed.callingHours;
  const { data: countries = [], error } = useQuery({
    ...useWorkspace().queries.rules.holidayCountries(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const change = (places: readonly HolidayPlace[]) => changeHours(form, { holidays: [...places] });
  return (
    <SettingRow
      name="Public holidays"
      words="Nobody is called on a public holiday of the country of their number. Where regions differ, add yours."
      problem={error ? 'Couldn’t read which countries have holidays.' : form.errorOf('callingHours.holidays')}
    >
      <Stack gap={8}>
        {holidays.map((place) => (
          <Place
            key={placeKey(place)}
            place={place}
            countries={countries}
            onRemove={() => change(holidays.filter((each) => each !== place))}
          />
        ))}
        {holidays.length < MAX_HOLIDAY_PLACES && (
          <NewPlace countries={countries} chosen={holidays} onAdd={(place) => change([...holidays, place])} />
        )}
      </Stack>
    </SettingRow>
  );
}

interface PlaceProps {
  readonly place: HolidayPlace;
  readonly countries: readonly HolidayCountry[];
  readonly onRemove: () => void;
}

function Place({ place, countries, onRemove }: PlaceProps) {
  const { data: next } = useQuery(
    useWorkspace().queries.rules.nextHolidays({ place, from: new Date().toLocaleDateString('sv') }),
  );
  const name = placeName(place, countries);
  return (
    <fieldset
      className={`${classes['rulesPart']} ${classes['holidayPlace']}`}
      aria-label={`Public holidays: ${name}`}
    >
      <Stack gap={0}>
        <span>{name}</span>
        <Dim role="status">
          {next === undefined && 'Working out its holidays …'}
          {next === null &&
            'Couldn’t work out its holidays. Until that succeeds, nobody with a number of this country is called.'}
          {next?.map(({ date, name: holiday }) => `${dayWords(date)}: ${holiday}`).join(', ')}
        </Dim>
      </Stack>
      <RemoveButton name={`Call on public holidays of ${name}`} onClick={onRemove} />
    </fieldset>
  );
}

interface NewPlaceProps {
  readonly countries: readonly HolidayCountry[];
  readonly chosen: readonly HolidayPlace[];
  readonly onAdd: (place: HolidayPlace) => void;
}

/** Chooses a country and, if its regions differ, which one. */
function NewPlace({ countries, chosen, onAdd }: NewPlaceProps) {
  const [country, setCountry] = useState<HolidayCountry | null>(null);
  const [hasChosen, setHasChosen] = useState(false);
  const taken = new Set(chosen.map(placeKey));
  const options = countries
    .map(({ code }) => ({ value: code, label: countryName(code) }))
    .sort((one, other) => one.label.localeCompare(other.label));
  const choose = (code: string | null) => {
    const found = countries.find((each) => each.code === code);
    if (!found) return;
    if (found.regions.length > 0) setCountry(found);
    else if (!taken.has(found.code)) onAdd({ country: found.code });
  };
  const chooseRegion = (region: string | null) => {
    if (!country || region === null) return;
    setCountry(null);
    setHasChosen(true);
    onAdd(region === WHOLE ? { country: country.code } : { country: country.code, region });
  };
  const common = { w: 220, searchable: true, maxDropdownHeight: 260, value: null } as const;
  if (!country)
    return (
      <Select
        {...common}
        className={classes['changesRules']}
        key="country"
        // The field that was left for this one is gone, and the focus with it.
        autoFocus={hasChosen}
        openOnFocus={false}
        aria-label="Add public holidays of a country"
        placeholder="Add a country"
        data={options}
        onChange={choose}
        nothingFoundMessage="No country found."
      />
    );
  const regions = country.regions
    .map(({ code, name }) => ({ value: code, label: name }))
    .filter(({ value }) => !taken.has(placeKey({ country: country.code, region: value })));
  const whole = { value: WHOLE, label: `Everywhere in ${countryName(country.code)}` };
  return (
    <Select
      {...common}
      key="region"
      autoFocus
      defaultDropdownOpened
      aria-label={`Region of ${countryName(country.code)}`}
      placeholder={`Region of ${countryName(country.code)}`}
      data={taken.has(country.code) ? regions : [whole, ...regions]}
      onChange={chooseRegion}
      onBlur={() => {
        setCountry(null);
        setHasChosen(false);
      }}
      nothingFoundMessage="No region found."
    />
  );
}

function placeName({ country, region }: HolidayPlace, countries: readonly HolidayCountry[]): string {
  if (region === undefined) return countryName(country);
  const regions = countries.find(({ code }) => code === country)?.regions;
  return `${regions?.find(({ code }) => code === region)?.name ?? region}, ${countryName(country)}`;
}

function dayWords(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  return day.toLocaleDateString(undefined, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
