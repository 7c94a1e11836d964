import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { clockIn } from '../../../shared/time-zone-names.ts';
import { wallClock } from '../../../shared/zoned-time.ts';
import { useNow } from '../time/use-now.ts';
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
  /** Listed first, each with its local time. */
  readonly offered?: readonly string[];
  /** Lists no others. */
  readonly onlyOffered?: boolean;
  readonly onChange: (timeZone: string | null) => void;
}

const MAX_SHOWN = 120;

const NONE: readonly string[] = [];

/** A time zone field, searchable by city, region or offset. */
export function TimeZoneSelect({
  label,
  hideLabel = false,
  size = 'sm',
  width,
  value,
  noneLabel,
  offered = NONE,
  onlyOffered = false,
  onChange,
}: TimeZoneSelectProps) {
  const now = useNow();
  const options = useMemo(
    () => timeZoneOptions(value === null ? offered : [...offered, value], Date.now()),
    [value, offered],
  );
  const found = (typed: string) => {
    const matching = matchingTimeZones(options, typed);
    const isOffered = ({ value: zone }: TimeZoneOption) => offered.includes(zone);
    const others = matching.filter((option) => !isOffered(option)).map(toItem);
    const first = matching
      .filter(isOffered)
      .toSorted((a, b) => wallClock(a.value, now) - wallClock(b.value, now))
      .map(toItem);
    if (onlyOffered) return first;
    return first.length === 0
      ? others
      : [
          { group: 'Where the number can be', items: first },
          { group: 'Elsewhere', items: others },
        ];
  };
  const byName = useMemo(() => new Map(options.map((option) => [option.value, option])), [options]);
  return (
    <Select
      {...(hideLabel ? { 'aria-label': label } : { label })}
      size={size}
      {...(width !== undefined && { w: width })}
      data={found('')}
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
      filter={({ search }) => found(search)}
      renderOption={({ option }) => (
        <Option
          option={byName.get(option.value)}
          clock={offered.includes(option.value) ? clockIn(option.value, now, now) : null}
        />
      )}
      comboboxProps={{ width: 280, position: 'bottom-end' }}
    />
  );
}

function toItem({ value, city }: TimeZoneOption) {
  return { value, label: city };
}

/** `clock`: the local time there, for those offered. */
function Option({ option, clock }: { option: TimeZoneOption | undefined; clock: string | null }) {
  if (!option) return null;
  return (
    <span className={classes['option']}>
      <span className={classes['city']}>{option.city}</span>
      <span className={classes['about']}>
        {[clock ?? option.region, option.offset].filter(Boolean).join(' · ')}
      </span>
    </span>
  );
}
