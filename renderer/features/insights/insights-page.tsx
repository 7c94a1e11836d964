import { Button, Group, NativeSelect, Select, Skeleton, TextInput } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { DAY_MS } from '../../../shared/durations.ts';
import type { InsightsFilter } from '../../../shared/insights.ts';
import type { LibraryEntry, LibraryKind } from '../../../shared/library.ts';
import { localDay } from '../../../shared/local-day.ts';
import { NO_FILTER } from '../../../shared/request-filter.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { EmptyState, Page } from '../../parts/page.tsx';
import { type Action, useActions } from '../../parts/shortcuts.ts';
import { valuesOf, valueWords } from '../requests/filter-parts.ts';
import classes from './insights.module.css';
import { AgreementChart, FunnelChart, HoursChart, TimeCharts } from './insights-charts.tsx';
import { momentsOf, RANGE_DAYS, rangeProblem, type TimeRange } from './time-range.ts';

/** The chosen filters. */
interface InsightsView {
  readonly range: TimeRange;
  readonly job: string | null;
  readonly questionnaire: string | null;
  readonly by: string | null;
}

const ALL: InsightsView = { range: { kind: 'all' }, job: null, questionnaire: null, by: null };

/** Five charts about the submissions of a period. */
export function InsightsPage() {
  const [view, setView] = useState<InsightsView>({ ...ALL, range: { kind: 'days', days: 30 } });
  const filter = useFilter(view);
  const {
    data: jobs,
    error,
    refetch,
    isPlaceholderData,
  } = useQuery({ ...useWorkspace().queries.insights.funnel({ filter }), placeholderData: keepPreviousData });
  return (
    <Page title="Insights">
      {/* In the body, not the header: keys can only scroll a page with something focusable in it. */}
      <FilterBar view={view} onChange={(part) => setView({ ...view, ...part })} />
      <ErrorNotice error={error} title="Couldn't count the numbers." onRetry={() => void refetch()} />
      {!jobs && !error && <Skeleton height={286} radius="md" role="status" aria-busy aria-label="Counting" />}
      {jobs?.length === 0 && <InsightsEmpty filtered={isFiltered(view)} onShowAll={() => setView(ALL)} />}
      {jobs && jobs.length > 0 && (
        <div
          className={classes['charts']}
          aria-busy={isPlaceholderData}
          data-old={isPlaceholderData || undefined}
        >
          <FunnelChart jobs={jobs} />
          <TimeCharts filter={filter} />
          <HoursChart filter={filter} />
          <AgreementChart filter={filter} />
        </div>
      )}
    </Page>
  );
}

function isFiltered({ range, job, questionnaire, by }: InsightsView): boolean {
  return range.kind !== 'all' || job !== null || questionnaire !== null || by !== null;
}

/** The filter; while the custom range is invalid, the last valid range stays in use. */
function useFilter({ range, ...rest }: InsightsView): InsightsFilter {
  const [valid, setValid] = useState(range);
  const isValid = range.kind !== 'custom' || rangeProblem(range) === null;
  if (isValid && valid !== range) setValid(range);
  return { ...momentsOf(isValid ? range : valid, Date.now()), ...rest };
}

interface InsightsEmptyProps {
  /** Whether a time range, job, questionnaire or person is chosen. */
  readonly filtered: boolean;
  readonly onShowAll: () => void;
}

/** Why there are no numbers, and what to do about it. */
function InsightsEmpty({ filtered, onShowAll }: InsightsEmptyProps) {
  const [, navigate] = useLocation();
  return (
    <EmptyState
      icon={<IconChartBar size={22} stroke={1.5} aria-hidden />}
      title={filtered ? 'No matching submissions' : 'No numbers yet'}
      action={
        <Group gap="xs" justify="center">
          <Button onClick={() => navigate('/new')}>Submit a candidate</Button>
          {filtered && (
            <Button variant="default" onClick={onShowAll}>
              Show all time
            </Button>
          )}
        </Group>
      }
    >
      Submit candidates to see here how many are reached, when, and how long it takes.
    </EmptyState>
  );
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

interface FilterBarProps {
  readonly view: InsightsView;
  readonly onChange: (part: Partial<InsightsView>) => void;
}

/** Chooses the time range, job and questionnaire, and in a team the person. */
function FilterBar({ view, onChange }: FilterBarProps) {
  const { range, job, questionnaire, by } = view;
  useActions(RANGES.map((each) => rangeAction(each, () => onChange({ range: each.range }))));
  return (
    <Group gap={8} align="flex-start" mb={-8}>
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
      <PersonSelect value={by} onChange={(person) => onChange({ by: person })} />
    </Group>
  );
}

interface IdSelectProps {
  readonly kind: LibraryKind;
  readonly all: string;
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}

/** Whose submissions are counted; nothing in a workspace without colleagues. */
function PersonSelect({ value, onChange }: Pick<IdSelectProps, 'value' | 'onChange'>) {
  const values = useQuery(useWorkspace().queries.requests.filterValues()).data;
  if (!values || values.by.length === 0) return null;
  const people = valuesOf('by', values, { ...NO_FILTER, by: value === null ? [] : [value] });
  return (
    <NativeSelect
      aria-label="Whose submissions"
      className={classes['person'] ?? ''}
      value={value === null ? 'everyone' : `of ${value}`}
      onChange={({ currentTarget: { value: whose } }) =>
        onChange(whose === 'everyone' ? null : whose.slice('of '.length))
      }
      data={[
        { value: 'everyone', label: 'Everyone' },
        ...people.map((each) => ({ value: `of ${each.value}`, label: valueWords(each) })),
      ]}
    />
  );
}

const MOST_OPTIONS = 200;

function IdSelect({ kind, all, value, onChange }: IdSelectProps) {
  const entries = (useQuery(useWorkspace().queries.library.list()).data ?? []).filter(
    (entry) => entry.kind === kind,
  );
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
