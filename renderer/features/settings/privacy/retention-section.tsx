import { Box, NativeSelect, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  type RetentionPreview as Preview,
  RETENTION_DAYS,
  type RetentionBounds,
  withinBounds,
} from '../../../../shared/privacy.ts';
import { SETTINGS, type Settings } from '../../../../shared/settings.ts';
import { api, queries } from '../../../api/api.ts';
import { useAppState } from '../../../api/app-state.tsx';
import { askToConfirm } from '../../../parts/dialog.tsx';
import { countOf, formatDate, formatNumber } from '../../../parts/format.ts';
import { Dim, Framed, PlainList, Words } from '../../../parts/layout.tsx';
import { ErrorNotice } from '../../../parts/notice.tsx';
import { FixedMark, Section } from '../../../parts/page.tsx';
import { SettingRow } from '../setting-row.tsx';
import classes from './privacy.module.css';

const { name: NAME, words: WORDS } = SETTINGS.retentionDays.shown;

/** After how long finished requests are erased. Turning it on or shortening it shows a preview first. */
export function RetentionSection({ settings }: { settings: Settings }) {
  const save = useMutation({ mutationFn: api.settings.change });
  const { retention: bounds, managed } = useAppState().policy;
  const isBound = bounds !== null && !managed.includes('retentionDays');
  const choices = choicesWithin(bounds, settings.retentionDays);
  const choose = (retentionDays: number) => {
    const sooner =
      retentionDays !== 0 && (settings.retentionDays === 0 || retentionDays < settings.retentionDays);
    if (!sooner) {
      save.mutate({ retentionDays });
      return;
    }
    askToConfirm({
      title: `Erase finished requests after ${countOf(retentionDays, 'day')}?`,
      body: <RetentionPreview days={retentionDays} />,
      confirm: 'Erase from now on',
      danger: true,
      run: () => save.mutateAsync({ retentionDays }),
    });
  };
  return (
    <Section title="How long data is kept">
      <Framed>
        <SettingRow name={NAME} words={WORDS} setting="retentionDays">
          <NativeSelect
            w={150}
            aria-label={NAME}
            data={choices.map((days) => ({
              value: String(days),
              label: days === 0 ? 'Never' : `After ${countOf(days, 'day')}`,
            }))}
            value={String(settings.retentionDays)}
            onChange={(event) => {
              const days = choices.find((each) => String(each) === event.currentTarget.value);
              if (days !== undefined) choose(days);
            }}
          />
        </SettingRow>
        {isBound && <Bounds bounds={bounds} />}
      </Framed>
      <ErrorNotice error={save.error} />
    </Section>
  );
}

/** What a person can choose: the usual times within the bounds, the bounds themselves, and what is chosen already. */
function choicesWithin(bounds: RetentionBounds | null, chosen: number): number[] {
  if (bounds === null) return [...new Set([...RETENTION_DAYS, chosen])].toSorted(byLength);
  const { atLeastDays, atMostDays } = bounds;
  const allowed = [...RETENTION_DAYS, atLeastDays, ...(atMostDays === null ? [] : [atMostDays]), chosen];
  return [...new Set(allowed.map((days) => withinBounds(days, bounds)))].toSorted(byLength);
}

/** Never first, then the shortest. */
function byLength(one: number, other: number): number {
  return one - other;
}

/** Who set the bounds, and which. */
function Bounds({ bounds }: { bounds: RetentionBounds }) {
  return (
    <div className={classes['bounds']}>
      <FixedMark />
      <Dim display="block">{boundsWords(bounds)}</Dim>
    </div>
  );
}

/** What a retention period would erase at once, with the oldest names. */
function RetentionPreview({ days }: { days: number }) {
  const { data, error, refetch } = useQuery({ ...queries.privacy.previewRetention({ days }), gcTime: 0 });
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={120} radius="md" />;
  return (
    <div className={classes['preview']}>
      <p>{countWords(data)}</p>
      {data.listed.length > 0 && <OldestList preview={data} />}
      {data.keptUnseen > 0 && (
        <p>
          {countOf(data.keptUnseen, 'request')} with changes you haven’t seen{' '}
          {data.keptUnseen === 1 ? 'is' : 'are'} kept until you see them, but at most {formatNumber(2 * days)}{' '}
          days.
        </p>
      )}
      {data.held > 0 && (
        <p>
          {countOf(data.held, 'more is', 'more are')} old enough, but under legal hold, and{' '}
          {data.held === 1 ? 'stays' : 'stay'}.
        </p>
      )}
      <p>
        This can’t be undone, and Callboard no longer warns when an erased number is submitted again. The
        service keeps its own copy.
      </p>
    </div>
  );
}

function OldestList({ preview: { listed, requests, submissions } }: { preview: Preview }) {
  const more = requests + submissions - listed.length;
  return (
    <Box className={classes['list'] ?? ''} tabIndex={0} role="group" aria-label="What will be erased now">
      <PlainList>
        {listed.map(({ submissionId, candidateName, workspace, lastChange }) => (
          <li key={submissionId} className={classes['entry']}>
            <Words component="bdi" fw={500}>
              {candidateName}
            </Words>
            <Dim display="block">
              {formatDate(lastChange)} · <bdi>{workspace}</bdi>
            </Dim>
          </li>
        ))}
        {more > 0 && <li className={classes['entry']}>and {formatNumber(more)} more</li>}
      </PlainList>
    </Box>
  );
}

function countWords({ requests, submissions, importRows, oldest, newest }: Preview): string {
  const parts = [
    requests > 0 && countOf(requests, 'request'),
    submissions > 0 && countOf(submissions, 'refused or discarded submission'),
    importRows > 0 && `${countOf(importRows, 'row')} of imported files`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return 'Nothing is old enough yet. From now on, Callboard checks every day.';
  const between =
    oldest !== null && newest !== null
      ? `, last changed between ${formatDate(oldest)} and ${formatDate(newest)}`
      : '';
  return `Will be erased now: ${parts.join(', ')}${between}. From now on, Callboard checks every day.`;
}

/** Between which times an organisation lets people choose. */
export function boundsWords({ atLeastDays, atMostDays }: RetentionBounds): string {
  const floor = atLeastDays > 0 ? `at least ${countOf(atLeastDays, 'day')}` : null;
  const ceiling = atMostDays === null ? null : `at most ${countOf(atMostDays, 'day')}, so not forever`;
  return `Kept for ${[floor, ceiling].filter((part) => part !== null).join(' and ')}.`;
}
