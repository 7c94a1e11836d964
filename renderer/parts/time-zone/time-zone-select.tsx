import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { cityOf } from '../../../shared/time-zone-names.ts';
import { matchingTimeZones, type TimeZoneOption, timeZoneOptions } from './time-zone-options.ts';
import classes from './time-zone-select.module.css';

interface TimeZoneSelectProps {
  readonly label: string;
  /** Uses the label only as the accessible name. */
  readonly hideLabel?: boolean;
  readonly size?: 'xs' | 'sm';
  readonly width?: number;
  /** IANA name; null if none is chosen. */
  readonly value: string | null;
  /** Describes the default that applies if none is chosen. Without it, a choice is required. */
  readonly noneLabel?: string;
  readonly onChange: (timeZone: string | null) => void;
}

const MAX_SHOWN = 120;

/** A time zone field, searchable by city, region or offset. */
export function TimeZoneSelect({
  label,
  hideLabel = false,
  size = 'sm',
  width,
  value,
  noneLabel,
  onChange,
}: TimeZoneSelectProps) {
  const options = useMemo(() => timeZoneOptions(value === null ? [] : [value], Date.now()), [value]);
  const byName = useMemo(() => new Map(options.map((option) => [option.value, option])), [options]);
  return (
    <Select
      {...(hideLabel ? { 'aria-label': label } : { label })}
      size={size}
      {...(width !== undefined && { w: width })}
      data={options.map((option) => ({ value: option.value, label: cityOf(option.value) }))}
      value={value}
      onChange={onChange}
      allowDeselect={false}
      clearable={noneLabel !== undefined}
      clearButtonProps={{ 'aria-label': noneLabel ?? '' }}
      {...(noneLabel !== undefined && { placeholder: noneLabel })}
      searchable
      limit={MAX_SHOWN}
      maxDropdownHeight={260}
      nothingFoundMessage="No time zone found. Try a city, such as Berlin."
      filter={({ search }) =>
        matchingTimeZones(options, search).map((option) => ({ value: option.value, label: option.city }))
      }
      renderOption={({ option }) => <Option option={byName.get(option.value)} />}
      comboboxProps={{ width: 280, position: 'bottom-end' }}
    />
  );
}

function Option({ option }: { option: TimeZoneOption | undefined }) {
  if (!option) return null;
  return (
    <span className={classes['option']}>
      <span className={classes['city']}>{option.city}</span>
      <span className={classes['about']}>{[option.region, option.offset].filter(Boolean).join(' · ')}</span>
    </span>
  );
}
