import { Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { PinnedField } from '../../../shared/assessment.ts';
import type { PinnedFilter } from '../../../shared/request-filter.ts';
import { parseNumber } from '../../parts/form/parse-number.ts';
import { useFocusOnMount } from '../../parts/form/use-focus-on-mount.ts';
import { DayRangeFields, useDayRange } from './day-range.tsx';
import classes from './filter-panel.module.css';

interface PinnedFilterFormProps {
  readonly pin: PinnedField;
  readonly pinned: PinnedFilter | undefined;
  /** null takes the filter away. */
  readonly onChange: (pinned: PinnedFilter | null) => void;
}

/** What a pinned field must be: bounds for numbers, days for dates, yes or no, or one of some texts. */
export function PinnedFilterForm(props: PinnedFilterFormProps) {
  const { kind } = props.pin;
  if (kind === 'number') return <BoundsForm {...props} />;
  if (kind === 'date') return <DaysForm {...props} />;
  return kind === 'boolean' ? <BooleanForm {...props} /> : <TextsForm {...props} />;
}

function BoundsForm({ pin, pinned, onChange }: PinnedFilterFormProps) {
  const field = useFocusOnMount<HTMLInputElement>();
  const [least, setLeast] = useState(written(pinned?.min));
  const [most, setMost] = useState(written(pinned?.max));
  const [min, max] = [parseNumber(least), parseNumber(most)];
  const wrong =
    min === undefined || max === undefined
      ? 'Write numbers, such as 3 or 3.5.'
      : min !== null && max !== null && max < min
        ? 'The most is below the least.'
        : null;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (wrong !== null || min === undefined || max === undefined) return;
    onChange(min === null && max === null ? null : { path: pin.path, min, max, values: [] });
  };
  return (
    <form className={classes['form']} onSubmit={apply}>
      <p className={classes['title']} dir="auto">
        {pin.label}
      </p>
      <div className={classes['pair']}>
        <TextInput
          size="xs"
          label="At least"
          inputMode="decimal"
          ref={field}
          value={least}
          onChange={(event) => setLeast(event.currentTarget.value)}
        />
        <TextInput
          size="xs"
          label="At most"
          inputMode="decimal"
          value={most}
          onChange={(event) => setMost(event.currentTarget.value)}
        />
      </div>
      <p className={classes['wrong']} role="alert">
        {wrong}
      </p>
      <Button type="submit" size="xs" disabled={wrong !== null}>
        Apply
      </Button>
    </form>
  );
}

function DaysForm({ pin, pinned, onChange }: PinnedFilterFormProps) {
  const field = useFocusOnMount<HTMLInputElement>();
  // The bounds of a pinned field are both in it.
  const range = useDayRange({ from: pinned?.min ?? null, until: endOf(pinned?.max) });
  const { from: min, until, backwards } = range;
  const max = until === null ? null : until - 1;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (!backwards) onChange(min === null && max === null ? null : { path: pin.path, min, max, values: [] });
  };
  return (
    <form className={classes['form']} onSubmit={apply}>
      <p className={classes['title']} dir="auto">
        {pin.label}
      </p>
      <DayRangeFields range={range} firstField={field} />
      <Button type="submit" size="xs" disabled={backwards}>
        Apply
      </Button>
    </form>
  );
}

function endOf(bound: number | null | undefined): number | null {
  return bound === null || bound === undefined ? null : bound + 1;
}

function BooleanForm({ pin, pinned, onChange }: PinnedFilterFormProps) {
  const field = useFocusOnMount<HTMLInputElement>();
  const values = pinned?.values ?? [];
  const toggle = (value: string) => {
    const next = values.includes(value) ? values.filter((each) => each !== value) : [...values, value];
    onChange(next.length === 0 ? null : { path: pin.path, min: null, max: null, values: next });
  };
  return (
    <div className={classes['form']}>
      <p className={classes['title']} dir="auto">
        {pin.label}
      </p>
      <Checkbox
        size="xs"
        label="Yes"
        ref={field}
        checked={values.includes('true')}
        onChange={() => toggle('true')}
      />
      <Checkbox size="xs" label="No" checked={values.includes('false')} onChange={() => toggle('false')} />
    </div>
  );
}

function TextsForm({ pin, pinned, onChange }: PinnedFilterFormProps) {
  const field = useFocusOnMount<HTMLInputElement>();
  const [text, setText] = useState(pinned?.values.join('; ') ?? '');
  const values = [
    ...new Set(
      text
        .split(';')
        .map((each) => each.trim())
        .filter((each) => each !== ''),
    ),
  ];
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onChange(values.length === 0 ? null : { path: pin.path, min: null, max: null, values });
  };
  return (
    <form className={classes['form']} onSubmit={apply}>
      <TextInput
        size="xs"
        label={pin.label}
        description="Several with a semicolon between them"
        dir="auto"
        ref={field}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" size="xs">
        Apply
      </Button>
    </form>
  );
}

function written(bound: number | null | undefined): string {
  return bound === null || bound === undefined ? '' : String(bound);
}
