import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { Link, useLocation } from 'wouter';
import type { ImportSummary } from '../../../shared/imports.ts';
import type { Funnel, OfJob } from '../../../shared/insights.ts';
import type { LibraryEntry } from '../../../shared/library.ts';
import { localDay } from '../../../shared/local-day.ts';
import { attentionOf } from '../../../shared/outbox.ts';
import type { TodayCounts } from '../../../shared/request-filter.ts';
import { importName } from '../../../shared/words/import-words.ts';
import { useAppState, useCurrentWorkspace, useOutboxCounts, useWorkspace } from '../../api/app-state.tsx';
import { countOf, formatNumber, shortId, startOfDay } from '../../parts/format.ts';
import { DataGrid } from '../../parts/grid/data-grid.tsx';
import type { GridColumn } from '../../parts/grid/grid-columns.ts';
import { FramedRow, PlainList } from '../../parts/layout.tsx';
import { lazyComponent } from '../../parts/lazy-component.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { ClippedText } from '../../parts/text.tsx';
import { useNow } from '../../parts/time.tsx';
import { jobPath, outboxPath, shownListPath } from '../../routes/paths.ts';
import { NoneYet } from '../requests/requests-list.tsx';
import classes from './today.module.css';

/** What there is to do now, and how far each job is. The first page. */
export function TodayPage() {
  const { requestCount } = useAppState();
  const { waiting, drafts, ...counts } = useOutboxCounts();
  const isEmpty = requestCount + waiting + drafts + attentionOf({ waiting, drafts, ...counts }) === 0;
  return (
    <Page title="Today" layout={isEmpty ? 'flow' : 'fill'}>
      {isEmpty ? <FirstUse /> : <Day />}
    </Page>
  );
}

const PracticeSamples = lazyComponent(
  async () => (await import('../new-request/new-request-page.tsx')).PracticeSamples,
);

/** How to begin, and how it goes on. */
function FirstUse() {
  const practising = useCurrentWorkspace().kind === 'practice';
  return (
    <>
      <NoneYet title="Nobody is submitted yet" isSecond={practising}>
        <p className={classes['lead']}>
          Submit one candidate, drop a spreadsheet here, or paste rows copied from one.
        </p>
        <ol className={classes['steps']}>
          <li>The service calls them.</li>
          <li>Their calls and their assessment appear here as they come in.</li>
          <li>You give your verdict.</li>
        </ol>
      </NoneYet>
      {practising && (
        <div className={classes['samples']}>
          <PracticeSamples />
        </div>
      )}
    </>
  );
}

const ALL_TIME = { filter: {} };

function Day() {
  const { queries } = useWorkspace();
  const since = startOfDay(localDay(useNow()), -1) ?? 0;
  const today = useQuery(queries.requests.today({ since }));
  const imports = useQuery(queries.imports.list());
  const jobs = useQuery(queries.insights.funnel(ALL_TIME));
  const library = useQuery(queries.library.list());
  const needed = attentionOf(useOutboxCounts());
  const failed = [today, imports, jobs, library].find(({ error }) => error);
  // All at once, so that nothing moves under the pointer.
  const known = today.data && imports.data && jobs.data && library.data;
  return (
    <div className={classes['day']}>
      <ErrorNotice error={failed?.error} onRetry={() => void failed?.refetch()} />
      {known && <Tasks tasks={tasksOf(today.data, needed, imports.data)} />}
      {known && <Jobs funnels={jobs.data} library={library.data} />}
    </div>
  );
}

interface Task {
  readonly words: string;
  /** What the person can do about it, and where. */
  readonly action: readonly [words: string, path: string] | null;
}

/** What there is to do, most urgent first; nothing without a number says anything. */
function tasksOf(
  { isShared, assessed, toReview, notReached }: TodayCounts,
  needed: number,
  imports: readonly ImportSummary[],
): readonly Task[] {
  const yours = isShared ? ' of yours' : '';
  return [
    ...some(assessed + toReview, reviewWords(assessed, toReview, yours), toReview === 0 ? null : REVIEW),
    ...some(needed, countOf(needed, 'needs you', 'need you'), ['Decide', outboxPath('needs-you')]),
    ...some(notReached, `${formatNumber(notReached)}${yours} not reached`, [
      'Submit again',
      shownListPath('not-reached'),
    ]),
    ...imports.flatMap((each) => some(each.unsent, importWords(each), ['Show', outboxPath('waiting')])),
  ];
}

const REVIEW = ['Review', shownListPath('to-review')] as const;

function some(count: number, words: string, action: Task['action']): readonly Task[] {
  return count === 0 ? [] : [{ words, action }];
}

function reviewWords(assessed: number, toReview: number, yours: string): string {
  if (assessed === 0) return `${formatNumber(toReview)}${yours} assessed without a verdict`;
  const since = `${formatNumber(assessed)}${yours} assessed since yesterday`;
  return toReview === 0 ? since : `${since}, ${formatNumber(toReview)} without a verdict`;
}

/** How many of the rows that were queued have left. */
function importWords({ name, unsent, undecided, accepted, refused }: ImportSummary): string {
  const sent = undecided + accepted + refused;
  return `${importName(name)}: ${formatNumber(sent)} of ${formatNumber(sent + unsent)} sent`;
}

function Tasks({ tasks }: { tasks: readonly Task[] }) {
  if (tasks.length === 0) return null;
  return (
    <PlainList framed aria-label="To do">
      {tasks.map((task, index) => (
        <TaskRow key={task.action?.[0] ?? task.words} task={task} main={index === 0} />
      ))}
    </PlainList>
  );
}

function TaskRow({ task: { words, action }, main }: { task: Task; main: boolean }) {
  const id = useId();
  return (
    <FramedRow component="li">
      <span id={id} dir="auto">
        {words}
      </span>
      {action && (
        <Button component={Link} href={action[1]} variant={main ? 'filled' : 'default'} aria-describedby={id}>
          {action[0]}
        </Button>
      )}
    </FramedRow>
  );
}

/** A job description with its name, if it has one. */
interface JobRow extends OfJob<Funnel> {
  readonly name: string | undefined;
}

interface JobsProps {
  readonly funnels: readonly OfJob<Funnel>[];
  readonly library: readonly LibraryEntry[];
}

/** The job descriptions with submissions, the last used first; archived ones are left out. */
function Jobs({ funnels, library }: JobsProps) {
  const [, navigate] = useLocation();
  const rows = useMemo(() => {
    const entries = new Map(
      library.flatMap((each) => (each.kind === 'job_description' ? [[each.serviceId, each]] : [])),
    );
    const usedAt = ({ id }: JobRow) => entries.get(id)?.lastUsedAt ?? 0;
    return funnels
      .filter(({ id }) => entries.get(id)?.archived !== true)
      .map((funnel): JobRow => ({ ...funnel, name: entries.get(funnel.id)?.name || undefined }))
      .toSorted((one, other) => usedAt(other) - usedAt(one));
  }, [funnels, library]);
  if (rows.length === 0) return null;
  return (
    <Section title="Jobs">
      <DataGrid
        label="Jobs"
        columns={JOB_COLUMNS}
        count={rows.length}
        itemAt={(index) => rows[index]}
        itemId={({ id }) => id}
        onOpen={({ id }) => navigate(jobPath(id))}
        height="grow"
      />
    </Section>
  );
}

const JOB_COLUMNS: readonly GridColumn<JobRow>[] = [
  {
    id: 'job',
    header: 'Job',
    meta: { track: 'minmax(160px, 3fr)' },
    cell: ({ name, id }) =>
      name === undefined ? { text: shortId(id), title: id } : <ClippedText strong>{name}</ClippedText>,
  },
  stageColumn('submitted', 'Submitted'),
  stageColumn('reached', 'Reached'),
  stageColumn('assessed', 'Assessed'),
  stageColumn('yes', 'Yes'),
];

function stageColumn(stage: keyof Funnel, header: string): GridColumn<JobRow> {
  return {
    id: stage,
    header,
    meta: { track: 'minmax(72px, 1fr)', align: 'end' },
    cell: (job) => (job[stage] === 0 ? { text: '–' } : formatNumber(job[stage])),
  };
}
