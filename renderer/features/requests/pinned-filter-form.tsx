import { Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { PinnedField } from '../../../shared/assessment.ts';
import type { PinnedFilter } from '../../../shared/request-filter.ts';
import { parseNumber } from '../../parts/form/parse-number.ts';
import { useFocusOnMount } from '../../parts/form/use-focus-on-mount.ts';
import { DayRangeFields, useDayRange } from './day-range.tsx';
import classes from './filter-panel.module.css';
import { toggled } from './filter-parts.ts';

interface PinnedFilterFormProps {
  readonly pin: PinnedField;
  readonly pinned: PinnedFilter | undefined;
  /** null removes the filter. */
  readonly onChange: (pinned: PinnedFilter | null) => void;
}

/** Edits the condition on a pinned field: bounds for numbers, days for dates, yes or no, or any of some texts. */
export function PinnedFilterForm(props: PinnedFilterFormProps) {
  switch (props.pin.kind) {
    case 'number':
      return <BoundsForm {...props} />;
    case 'date':
      return <DaysForm {...props} />;
    case 'boolean':
      return <BooleanForm {...props} />;
    default:
      return <TextsForm {...props} />;
  }
}

type Condition = Partial<Omit<PinnedFilter, 'path'>>;

/** The filter with this condition; null if it lets everything through. */
function filterOf({ path }: PinnedField, condition: Condition): PinnedFilter | null {
  const { min = null, max = null, values = [] } = condition;
  return min === null && max === null && values.length === 0 ? null : { path, min, max, values };
}

interface ApplyFormProps {
  /** The heading; null where a field's label names the pin. */
  readonly title: string | null;
  readonly disabled?: boolean;
  readonly onApply: () => void;
  readonly children: ReactNode;
}

function ApplyForm({ title, disabled = false, onApply, children }: ApplyFormProps) {
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (!disabled) onApply();
  };
  return (
    <form className={classes['form']} onSubmit={apply}>
      {title !== null && <Title>{title}</Title>}
      {children}
      <Button type="submit" size="xs" disabled={disabled}>
        Apply
      </Button>
    </form>
  );
}

function Title({ children }: { children: string }) {
  return (
    <p className={classes['title']} dir="auto">
      {children}
    </p>
  );
}

function BoundsForm({ pin, pinned, onChange }: PinnedFilterFormProps) {
  const field = useFocusOnMount<HTMLInputElement>();
  const [least, setLeast] = useState(String(pinned?.min ?? ''));
  const [most, setMost] = useState(String(pinned?.max ?? ''));
  const [min, max] = [parseNumber(least), parseNumber(most)];
  const problem = boundsProblem(min, max);
  return (
    <ApplyForm
      title={pin.label}
      disabled={problem !== null}
      onApply={() => onChange(filterOf(pin, { min: min ?? null, max: max ?? null }))}
    >
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
        {problem}
      </p>
    </ApplyForm>
  );
}

/** Undefined bounds aren't numbers. */
function boundsProblem(min: number | null | undefined, max: number | null | undefined): string | null {
  if (min === undefined || max === undefined) return 'Enter numbers, such as 3 or 3.5.';
  return min !== null && max !== null && max < min ? 'The maximum is below the minimum.' : null;
}

function DaysForm({ pin, pinned, onChange }: PinnedFilterFormProps) {
  const field = useFocusOnMount<HTMLInputElement>();
  // A range of days has an exclusive end, a pinned filter an inclusive one.
  const range = useDayRange({
    from: pinned?.min ?? null,
    until: typeof pinned?.max === 'number' ? pinned.max + 1 : null,
  });
  const { from: min, until, backwards } = range;
  const max = until === null ? null : until - 1;
  return (
    <ApplyForm title={pin.label} disabled={backwards} onApply={() => onChange(filterOf(pin, { min, max }))}>
      <DayRangeFields range={range} firstField={field} />
    </ApplyForm>
  );
}

function BooleanForm({ pin, pinned, onChange }: PinnedFilterFormProps) {
  const field = useFocusOnMount<HTMLInputElement>();
  const values = pinned?.values ?? [];
  const box = (label: string, value: string) => ({
    size: 'xs',
    label,
    checked: values.includes(value),
    onChange: () => onChange(filterOf(pin, { values: toggled(values, value) })),
  });
  return (
    <div className={classes['form']}>
      <Title>{pin.label}</Title>
      <Checkbox ref={field} {...box('Yes', 'true')} />
      <Checkbox {...box('No', 'false')} />
    </div>
  );
}

function TextsForm({ pin, pinned, onChange }: PinnedFilterFormProps) {
  const field = useFocusOnMount<HTMLInputElement>();
  const [text, setText] = useState(pinned?.values.join('; ') ?? '');
  const texts = text.split(';').map((part) => part.trim());
  const values = [...new Set(texts)].filter((part) => part !== '');
  return (
    <ApplyForm title={null} onApply={() => onChange(filterOf(pin, { values }))}>
      <TextInput
        size="xs"
        label={pin.label}
        description="Separate several with semicolons"
        dir="auto"
        ref={field}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </ApplyForm>
  );
}
