import { Box, Skeleton } from '@mantine/core';
import type { RetentionPreview as Preview } from '../../../../shared/privacy.ts';
import { useRetentionPreview } from '../../../api/privacy.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { countOf, formatNumber } from '../../../parts/text/count-of.ts';
import { formatDate } from '../../../parts/time/format-time.ts';
import classes from './privacy.module.css';

/** What a retention period would erase at once, with the oldest names. */
export function RetentionPreview({ days }: { days: number }) {
  const { data, error, refetch } = useRetentionPreview(days);
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
      <ul className={classes['entries']}>
        {listed.map(({ submissionId, candidateName, workspace, lastChange }) => (
          <li key={submissionId} className={classes['entry']}>
            <bdi className={classes['name']}>{candidateName}</bdi>
            <span className={classes['dim']}>
              {formatDate(lastChange)} · <bdi>{workspace}</bdi>
            </span>
          </li>
        ))}
        {more > 0 && <li className={classes['entry']}>and {formatNumber(more)} more</li>}
      </ul>
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
