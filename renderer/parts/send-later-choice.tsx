import { Button, Group, Select, TextInput, UnstyledButton } from '@mantine/core';
import {
  type FocusEventHandler,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
} from 'react';
import {
  fromZonedInput,
  type SendLaterPreset,
  type SendLaterPresetName,
  sendLaterPresets,
  toZonedInput,
} from '../../shared/send-later.ts';
import { clockIn } from '../../shared/time-zone-names.ts';
import { wallClock } from '../../shared/zoned-time.ts';
import { Dim, Words } from './layout.tsx';
import {
  bothClocksWords,
  type ChosenTime,
  dateIn,
  isTheirClock,
  matchingTimeZones,
  ownTimeZone,
  ownWords,
  type SendLaterZone,
  type TimeZoneOption,
  timeIn,
  timeZoneOptions,
  zoneWords,
} from './send-later.ts';
import classes from './send-later-choice.module.css';
import { useNow } from './time.tsx';

export interface SendLaterChoiceProps {
  /** On whose clock a new choice is. */
  readonly zone: SendLaterZone;
  /** Null for as soon as possible. */
  readonly value: ChosenTime | null;
  readonly onChange: (time: ChosenTime | null) => void;
  /** Goes back to sending as soon as possible, and closes the choice. */
  readonly onGiveUp: () => void;
  /** Focuses the first preset when it appears, and scrolls the whole choice into view. */
  readonly autoFocus?: boolean;
  readonly onBlur?: FocusEventHandler<HTMLInputElement>;
  readonly error?: ReactNode;
  readonly inputRef?: RefObject<HTMLInputElement | null>;
}

/** The earliest time to send: presets on the candidate's clock with the user's own time beside, or any date and time. */
export function SendLaterChoice({
  zone,
  value,
  onChange,
  onGiveUp,
  autoFocus = false,
  ...field
}: SendLaterChoiceProps) {
  const words = useId();
  const frame = useRef<HTMLFieldSetElement>(null);
  const now = useNow();
  // The focus scrolls only the first preset into view.
  useEffect(() => {
    if (autoFocus) frame.current?.scrollIntoView({ block: 'nearest' });
  }, [autoFocus]);
  const timeZone = isTheirClock(zone) ? zone.timeZone : null;
  return (
    <fieldset ref={frame} className={classes['frame']} aria-label="Send later" aria-describedby={words}>
      <Group gap="4px 12px" align="baseline" justify="space-between">
        <Dim id={words} component="p" fz="sm" flex="1 1 240px" aria-live="polite">
          {zoneWords(zone)}
        </Dim>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onGiveUp}>
          Send as soon as possible
        </Button>
      </Group>
      <div className={classes['presets']}>
        {sendLaterPresets(zone.timeZone, now).map((preset, index) => (
          <PresetButton
            key={preset.name}
            preset={preset}
            timeZone={zone.timeZone}
            now={now}
            autoFocus={autoFocus && index === 0}
            isChosen={value?.at === preset.at}
            onChoose={() => onChange({ at: preset.at, timeZone })}
          />
        ))}
      </div>
      <NotBeforeField zone={zone} value={value} onChange={onChange} now={now} {...field} />
    </fieldset>
  );
}

interface PresetButtonProps {
  readonly preset: SendLaterPreset;
  readonly timeZone: string;
  readonly now: number;
  readonly autoFocus: boolean;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function PresetButton({
  preset: { name, at },
  timeZone,
  now,
  autoFocus,
  isChosen,
  onChoose,
}: PresetButtonProps) {
  const own = ownWords(at, timeZone, now);
  const date = dateIn(timeZone, at, now);
  // The label has the time already, except that of an hour from now.
  const there = name === 'in_an_hour' ? timeIn(timeZone, at) : date;
  return (
    <UnstyledButton
      className={classes['preset']}
      autoFocus={autoFocus}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      <Words component="span" fw={500}>
        {presetLabel(name, timeZone, at)}
      </Words>
      <Dim>{own === null ? there : `${there} · ${own} yours`}</Dim>
    </UnstyledButton>
  );
}

const DAYS: Readonly<Record<Exclude<SendLaterPresetName, 'in_an_hour'>, string>> = {
  today: 'Today',
  tomorrow: 'Tomorrow',
  monday: 'Monday',
};

function presetLabel(name: SendLaterPresetName, timeZone: string, at: number): string {
  return name === 'in_an_hour' ? 'In an hour' : `${DAYS[name]} ${timeIn(timeZone, at)}`;
}

interface NotBeforeFieldProps extends Omit<SendLaterChoiceProps, 'onGiveUp' | 'autoFocus'> {
  readonly now: number;
}

/** Any date and time, on the clock of the time it has, or else on that of a new choice. */
function NotBeforeField({ zone, value, onChange, onBlur, error, inputRef, now }: NotBeforeFieldProps) {
  const theirs = isTheirClock(zone) ? zone.timeZone : null;
  const timeZone = value ? value.timeZone : theirs;
  const clock = timeZone ?? ownTimeZone();
  return (
    <TextInput
      ref={inputRef}
      type="datetime-local"
      label="Not before"
      // With more digits for the year, no such time can be stored.
      max="9999-12-31T23:59"
      // Never both lines, so that the button below does not move.
      description={error ? undefined : descriptionOf(value, timeZone ?? theirs, now)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value === null ? '' : toZonedInput(value.at, clock)}
      onChange={(event) => {
        const at = fromZonedInput(event.currentTarget.value, clock);
        onChange(at === null ? null : { at, timeZone });
      }}
      onBlur={onBlur}
      error={error}
    />
  );
}

function descriptionOf(value: ChosenTime | null, timeZone: string | null, now: number): string {
  return value === null
    ? 'Or any date and time, on the same clock.'
    : bothClocksWords(value.at, timeZone, now);
}

interface TimeZoneSelectProps {
  readonly label: string;
  /** Uses the label only as the accessible name. */
  readonly hideLabel?: boolean;
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
      <Dim flex="none">{[clock ?? option.region, option.offset].filter(Boolean).join(' · ')}</Dim>
    </span>
  );
}
