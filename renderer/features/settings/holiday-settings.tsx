import { ActionIcon, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import {
  type HolidayCountry,
  type HolidayPlace,
  MAX_HOLIDAY_PLACES,
  placeKey,
} from '../../../shared/holidays.ts';
import { countryName } from '../../../shared/words/country-name.ts';
import { useHolidayCountries, useNextHolidays } from '../../api/holidays.ts';
import classes from './rules-settings.module.css';
import { SettingRow } from './setting-row.tsx';
import type { RulesForm } from './use-rules-form.ts';

/** Stands for a whole country in the choice of its regions. */
const WHOLE = '';

/** The places on whose public holidays nobody is called. */
export function HolidaySettings({ form }: { form: RulesForm }) {
  const { holidays } = form.typed.callingHours;
  const { data: countries = [], error } = useHolidayCountries();
  const change = (places: readonly HolidayPlace[]) => form.changeHours({ holidays: [...places] });
  return (
    <SettingRow
      name="Public holidays"
      words="Nobody is called on a public holiday of the country of their number. Where regions differ, add yours."
      problem={error ? 'Couldn’t read which countries have holidays.' : form.errorOf('callingHours.holidays')}
    >
      <div className={classes['days']}>
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
      </div>
    </SettingRow>
  );
}

interface PlaceProps {
  readonly place: HolidayPlace;
  readonly countries: readonly HolidayCountry[];
  readonly onRemove: () => void;
}

function Place({ place, countries, onRemove }: PlaceProps) {
  const { data: next } = useNextHolidays(place);
  const name = placeName(place, countries);
  return (
    <fieldset className={`${classes['part']} ${classes['place']}`} aria-label={`Public holidays: ${name}`}>
      <div className={classes['placeText']}>
        <span>{name}</span>
        <span className={classes['next']} role="status">
          {next === undefined && 'Working out its holidays …'}
          {next === null &&
            'Couldn’t work out its holidays. Until that succeeds, nobody with a number of this country is called.'}
          {next?.map(({ date, name: holiday }) => `${dayWords(date)}: ${holiday}`).join(', ')}
        </span>
      </div>
      <ActionIcon
        className={classes['changes']}
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={`Call on public holidays of ${name}`}
        onClick={onRemove}
      >
        <IconX size={14} aria-hidden />
      </ActionIcon>
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
  const common = { size: 'xs', w: 220, searchable: true, maxDropdownHeight: 260, value: null } as const;
  if (!country)
    return (
      <Select
        {...common}
        className={classes['changes']}
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
