import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, type Ref, useState } from 'react';
import type { PinnedField } from '../../../shared/assessment.ts';
import { localDay } from '../../../shared/local-day.ts';
import type { FilterValues, PinnedFilter, RequestFilter } from '../../../shared/request-filter.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { useFocusOnMount } from '../../parts/form.tsx';
import { parseNumber, startOfDay } from '../../parts/format.ts';
import type { PickOption } from '../../parts/matching.ts';
import { ErrorNotice } from '../../parts/notice.tsx';
import { PickList } from '../../parts/pick-list.tsx';
import { useJobInAddress } from '../../routes/hash-location.ts';
import {
  codeOf,
  dayPresets,
  type FilterKind,
  filterKinds,
  isValuePart,
  isYesNoPart,
  kindName,
  pinPath,
  toggled,
  VALUE_PARTS,
  type ValuePart,
  valuesOf,
  valueWords,
  withPinned,
  withValueToggled,
  YES_NO_WORDS,
  type YesNoPart,
} from './filter-parts.ts';
import classes from './requests.module.css';

interface FilterPanelProps {
  /** The kind to edit; null to choose one first. */
  readonly kind: FilterKind | null;
  readonly onKind: (kind: FilterKind) => void;
  readonly filter: RequestFilter;
  readonly onChange: (filter: RequestFilter) => void;
  readonly onClose: () => void;
}

/** The content of the filter menu: first the kind, then its value. Typing a value skips the first step. */
export function FilterPanel(props: FilterPanelProps) {
  const { kind, filter, onChange, onClose } = props;
  const values = useQuery(useWorkspace().queries.requests.filterValues());
  const pins = useQuery(useWorkspace().queries.pins.list()).data ?? [];
  if (values.error) return <ErrorNotice error={values.error} onRetry={() => void values.refetch()} />;
  if (!values.data) return null;
  if (kind === null) return <KindList {...props} values={values.data} pins={pins} />;
  if (isValuePart(kind)) {
    return <ValueList part={kind} values={values.data} filter={filter} onChange={onChange} />;
  }
  const choose = (next: RequestFilter) => {
    onChange(next);
    onClose();
  };
  if (isYesNoPart(kind)) return <YesNoList kind={kind} filter={filter} onChange={choose} />;
  if (kind === 'accepted') return <DateRangeForm filter={filter} onChange={choose} />;
  const path = pinPath(kind);
  if (path === null) return <ArchivedList filter={filter} onChange={choose} />;
  const unpinned: PinnedField = { path, label: path, kind: 'text' };
  return (
    <PinnedFilterForm
      pin={pins.find((pin) => pin.path === path) ?? unpinned}
      pinned={filter.pinned.find((pinned) => pinned.path === path)}
      onChange={(pinned) => choose(withPinned(filter, path, pinned))}
    />
  );
}

interface KindListProps extends FilterPanelProps {
  readonly values: FilterValues;
  readonly pins: readonly PinnedField[];
}

function KindList({ values, pins, filter, onKind, onChange }: KindListProps) {
  const job = useJobInAddress();
  // The list of a job has no others, and without colleagues all are one's own.
  const offered = (kind: FilterKind) =>
    kind === 'jobs' ? job === null : kind !== 'by' || valuesOf('by', values, filter).length > 0;
  const kinds = filterKinds(pins).filter(offered);
  const options = kinds.map((kind): PickOption => ({ key: kind, words: kindName(kind, pins) }));
  const found = VALUE_PARTS.filter(offered).flatMap((part) =>
    valuesOf(part, values, filter).map(
      (value): PickOption => ({
        key: valueKey(part, value.value),
        group: kindName(part, pins),
        words: valueWords(value),
        code: codeOf(part, value.value),
        count: value.count,
        checked: isChosen(filter, part, value.value),
      }),
    ),
  );
  const pick = (key: string) => {
    const kind = kinds.find((known) => known === key);
    if (kind) return onKind(kind);
    const part = VALUE_PARTS.find((known) => key.startsWith(valueKey(known, '')));
    if (part) onChange(withValueToggled(filter, part, key.slice(valueKey(part, '').length)));
  };
  return (
    <PickList
      label="Filter by"
      placeholder="Filter by…"
      options={options}
      extraOptions={found}
      onPick={pick}
      empty="No filter matches."
    />
  );
}

function valueKey(part: ValuePart, value: string): string {
  return `${part}=${value}`;
}

function isChosen(filter: RequestFilter, part: ValuePart, value: string): boolean {
  return filter[part].some((chosen) => chosen === value);
}

interface ValueListProps {
  readonly part: ValuePart;
  readonly values: FilterValues;
  readonly filter: RequestFilter;
  readonly onChange: (filter: RequestFilter) => void;
}

function ValueList({ part, values, filter, onChange }: ValueListProps) {
  const name = kindName(part, []);
  const options = valuesOf(part, values, filter).map(
    (value): PickOption => ({
      key: value.value,
      words: valueWords(value),
      code: codeOf(part, value.value),
      count: value.count,
      checked: isChosen(filter, part, value.value),
    }),
  );
  return (
    <PickList
      label={name}
      placeholder={`${name}…`}
      options={options}
      onPick={(value) => onChange(withValueToggled(filter, part, value))}
      empty={options.length === 0 ? 'No request has any yet.' : NO_MATCH}
    />
  );
}

const NO_MATCH = 'Nothing matches.';

type KindFormProps = Pick<ValueListProps, 'filter' | 'onChange'>;

function YesNoList({ kind, filter, onChange }: KindFormProps & { kind: YesNoPart }) {
  const [yes, no] = YES_NO_WORDS[kind];
  const name = kindName(kind, []);
  return (
    <PickList
      label={name}
      placeholder={`${name}…`}
      options={[
        { key: 'yes', words: yes, checked: filter[kind] === true },
        { key: 'no', words: no, checked: filter[kind] === false },
      ]}
      onPick={(key) => onChange({ ...filter, [kind]: key === 'yes' })}
      empty={NO_MATCH}
    />
  );
}

function ArchivedList({ filter, onChange }: KindFormProps) {
  return (
    <PickList
      label="Archived"
      placeholder="Archived…"
      options={[
        { key: 'no', words: 'Not archived', checked: filter.archived === 'no' },
        { key: 'yes', words: 'Archived only', checked: filter.archived === 'yes' },
        { key: 'any', words: 'Both', checked: filter.archived === 'any' },
      ]}
      onPick={(key) => onChange({ ...filter, archived: key === 'yes' || key === 'any' ? key : 'no' })}
      empty={NO_MATCH}
    />
  );
}

interface DateRangeFormProps {
  readonly filter: RequestFilter;
  readonly onChange: (filter: RequestFilter) => void;
}

/** Filters by the day of acceptance: a preset range, or any two days. */
function DateRangeForm({ filter, onChange }: DateRangeFormProps) {
  const range = useDayRange(filter);
  const { from, until, backwards } = range;
  const firstPreset = useFocusOnMount<HTMLButtonElement>();
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (!backwards) onChange({ ...filter, from, until });
  };
  return (
    <form className={classes['filterForm']} onSubmit={apply}>
      <Group gap={6}>
        {dayPresets(Date.now()).map((preset, index) => (
          <Button
            key={preset.name}
            size="compact-sm"
            variant="default"
            {...(index === 0 && { ref: firstPreset })}
            onClick={() => onChange({ ...filter, from: preset.from, until: null })}
          >
            {preset.name}
          </Button>
        ))}
      </Group>
      <DayRangeFields range={range} />
      <Button type="submit" disabled={backwards || (from === null && until === null)}>
        Show these days
      </Button>
    </form>
  );
}

interface PinnedFilterFormProps {
  readonly pin: PinnedField;
  readonly pinned: PinnedFilter | undefined;
  /** null removes the filter. */
  readonly onChange: (pinned: PinnedFilter | null) => void;
}

/** Edits the condition on a pinned field: bounds for numbers, days for dates, yes or no, or any of some texts. */
function PinnedFilterForm(props: PinnedFilterFormProps) {
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
    <form className={classes['filterForm']} onSubmit={apply}>
      {title !== null && <Title>{title}</Title>}
      {children}
      <Button type="submit" disabled={disabled}>
        Apply
      </Button>
    </form>
  );
}

function Title({ children }: { children: string }) {
  return (
    <p className={classes['filterTitle']} dir="auto">
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
      <div className={classes['filterPair']}>
        <TextInput
          label="At least"
          inputMode="decimal"
          ref={field}
          value={least}
          onChange={(event) => setLeast(event.currentTarget.value)}
        />
        <TextInput
          label="At most"
          inputMode="decimal"
          value={most}
          onChange={(event) => setMost(event.currentTarget.value)}
        />
      </div>
      <p className={classes['filterWrong']} role="alert">
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
    label,
    checked: values.includes(value),
    onChange: () => onChange(filterOf(pin, { values: toggled(values, value) })),
  });
  return (
    <div className={classes['filterForm']}>
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

/** Two days being typed, and the time they span. */
interface DayRange {
  readonly first: string;
  readonly last: string;
  /** UTC ms, `until` exclusive; null if that day is empty. */
  readonly from: number | null;
  readonly until: number | null;
  readonly backwards: boolean;
  setFirst(day: string): void;
  setLast(day: string): void;
}

/** A range of days to edit, starting with this one. */
function useDayRange(initial: Pick<DayRange, 'from' | 'until'>): DayRange {
  const [first, setFirst] = useState(initial.from === null ? '' : localDay(initial.from));
  const [last, setLast] = useState(initial.until === null ? '' : localDay(initial.until - 1));
  const from = startOfDay(first);
  const until = startOfDay(last, 1);
  const backwards = from !== null && until !== null && last < first;
  return { first, last, from, until, backwards, setFirst, setLast };
}

interface DayRangeFieldsProps {
  readonly range: DayRange;
  readonly firstField?: Ref<HTMLInputElement>;
}

/** The fields of a {@link DayRange}, with an error if they are in the wrong order. */
function DayRangeFields({ range, firstField }: DayRangeFieldsProps) {
  return (
    <>
      <div className={classes['filterPair']}>
        <TextInput
          type="date"
          label="From"
          max="9999-12-31"
          {...(firstField && { ref: firstField })}
          value={range.first}
          onChange={(event) => range.setFirst(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label="To"
          max="9999-12-31"
          value={range.last}
          onChange={(event) => range.setLast(event.currentTarget.value)}
        />
      </div>
      <p className={classes['filterWrong']} role="alert">
        {range.backwards && 'The last day is before the first.'}
      </p>
    </>
  );
}
