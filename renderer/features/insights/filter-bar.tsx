import { NativeSelect, Select, TextInput } from '@mantine/core';
import { DAY_MS } from '../../../shared/durations.ts';
import type { LibraryEntry, LibraryKind } from '../../../shared/library.ts';
import { localDay } from '../../../shared/local-day.ts';
import { useLibrary } from '../../api/library.ts';
import { type Action, useActions } from '../../parts/shortcuts/actions.ts';
import classes from './filter-bar.module.css';
import { RANGE_DAYS, rangeProblem, type TimeRange } from './time-range.ts';

/** The chosen filters. */
export interface InsightsView {
  readonly range: TimeRange;
  readonly job: string | null;
  readonly questionnaire: string | null;
}

interface FilterBarProps {
  readonly view: InsightsView;
  readonly onChange: (part: Partial<InsightsView>) => void;
}

const RANGES: readonly { readonly words: string; readonly range: TimeRange }[] = [
  ...RANGE_DAYS.map((days) => ({ words: `Last ${days} days`, range: { kind: 'days', days } as const })),
  { words: 'All time', range: { kind: 'all' } },
];

function rangeAction({ words }: (typeof RANGES)[number], run: () => void): Action {
  return {
    id: `insights.${words}`,
    name: `Show: ${words}`,
    group: 'This page',
    keywords: 'time range period',
    run,
  };
}

/** Chooses the time range, job and questionnaire. */
export function FilterBar({ view, onChange }: FilterBarProps) {
  const { range, job, questionnaire } = view;
  useActions(RANGES.map((each) => rangeAction(each, () => onChange({ range: each.range }))));
  return (
    <div className={classes['bar']}>
      <NativeSelect
        aria-label="Time range"
        className={classes['range'] ?? ''}
        value={range.kind === 'days' ? String(range.days) : range.kind}
        onChange={(event) => onChange({ range: rangeOf(event.currentTarget.value, range) })}
        data={[
          ...RANGE_DAYS.map((days) => ({ value: String(days), label: `Last ${days} days` })),
          { value: 'all', label: 'All time' },
          { value: 'custom', label: 'Custom range' },
        ]}
      />
      {range.kind === 'custom' && (
        <>
          <TextInput
            type="date"
            aria-label="First day"
            className={classes['day'] ?? ''}
            value={range.from}
            max={range.to || undefined}
            onChange={(event) => onChange({ range: { ...range, from: event.currentTarget.value } })}
          />
          <TextInput
            type="date"
            aria-label="Last day"
            className={classes['day'] ?? ''}
            value={range.to}
            error={rangeProblem(range)}
            onChange={(event) => onChange({ range: { ...range, to: event.currentTarget.value } })}
          />
        </>
      )}
      <IdSelect
        kind="job_description"
        all="All job descriptions"
        value={job}
        onChange={(id) => onChange({ job: id })}
      />
      <IdSelect
        kind="questionnaire"
        all="All questionnaires"
        value={questionnaire}
        onChange={(id) => onChange({ questionnaire: id })}
      />
    </div>
  );
}

interface IdSelectProps {
  readonly kind: LibraryKind;
  readonly all: string;
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}

const MOST_OPTIONS = 200;

function IdSelect({ kind, all, value, onChange }: IdSelectProps) {
  const entries = (useLibrary().data ?? []).filter((entry) => entry.kind === kind);
  return (
    <Select
      aria-label={kind === 'job_description' ? 'Only job description' : 'Only questionnaire'}
      placeholder={all}
      className={classes['id'] ?? ''}
      data={optionsOf(entries)}
      value={value}
      onChange={onChange}
      limit={MOST_OPTIONS}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': all }}
      nothingFoundMessage="Nothing matches"
      comboboxProps={{ shadow: 'md' }}
    />
  );
}

/** Named entries first. Unnamed and archived ones are included: requests may still use them. */
function optionsOf(entries: readonly LibraryEntry[]) {
  return entries
    .map(({ serviceId, name, archived }) => ({
      value: serviceId,
      label: name === '' ? serviceId : archived ? `${name} (archived)` : name,
      named: name !== '',
    }))
    .sort((a, b) => Number(b.named) - Number(a.named) || a.label.localeCompare(b.label))
    .map(({ value, label }) => ({ value, label }));
}

function rangeOf(choice: string, before: TimeRange): TimeRange {
  if (choice === 'all') return { kind: 'all' };
  if (choice !== 'custom') return { kind: 'days', days: Number(choice) };
  const now = Date.now();
  const days = before.kind === 'days' ? before.days : 30;
  return { kind: 'custom', from: localDay(now - (days - 1) * DAY_MS), to: localDay(now) };
}
