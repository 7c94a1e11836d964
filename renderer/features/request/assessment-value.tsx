import { Anchor } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { LeafPart } from '../../../shared/assessment-leaf.ts';
import { formatMinutes } from '../../../shared/format-minutes.ts';
import { formatSize } from '../../parts/assessment/format-size.ts';
import { LongText } from '../../parts/assessment/long-text.tsx';
import { ScaleBar } from '../../parts/assessment/scale-bar.tsx';
import { CopyIconButton } from '../../parts/copy/copy-icon-button.tsx';
import { formatDate, formatDateTime } from '../../parts/time/format-time.ts';
import classes from './assessment-value.module.css';
import { usePins } from './pins-context.ts';

/** One value of the results as it was sent, with its place on the scale if its field was described. */
export function AssessmentValue({ part, path }: { part: LeafPart; path: string }): ReactNode {
  const described = usePins().describedAt(path);
  return described ? (
    <span className={classes['described']}>
      <SentValue part={part} path={path} />
      <ScaleBar value={described} />
    </span>
  ) : (
    <SentValue part={part} path={path} />
  );
}

/** Text from the service is never treated as markup. */
function SentValue({ part, path }: { part: LeafPart; path: string }): ReactNode {
  switch (part.kind) {
    case 'nothing':
      return <span className={classes['nothing']}>–</span>;
    case 'text':
      return <LongText text={part.text} />;
    case 'number':
      return <span className={classes['number']}>{String(part.value)}</span>;
    case 'yes_no':
      return part.yes ? 'Yes' : 'No';
    case 'date':
      return (
        <time dateTime={new Date(part.at).toISOString()} title={`As the service sent it: ${part.text}`}>
          {part.dayOnly ? formatDate(part.at) : formatDateTime(part.at)}
        </time>
      );
    case 'duration':
      return (
        <span className={classes['number']} title={`As the service sent it: ${part.text}`}>
          {formatDuration(part.ms)}
        </span>
      );
    case 'link':
      return <ResultLink href={part.href} secure={part.secure} path={path} />;
    case 'data':
      return (
        <span className={classes['data']}>
          Encoded data, {formatSize(part.bytes)}
          {part.mediaType !== null && ` of ${part.mediaType}`}
          <CopyIconButton text={part.text} label="Copy encoded data" />
        </span>
      );
  }
}

function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${ms / 1000} s`;
  if (seconds >= 3600 || seconds % 60 === 0) return formatMinutes(seconds / 60);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function ResultLink({ href, secure, path }: { href: string; secure: boolean; path: string }) {
  const { openLink } = usePins();
  if (!secure) {
    return (
      <span className={classes['link']}>
        <span className={classes['address']} dir="ltr" title={`${href} – Callboard opens only https links.`}>
          {href}
        </span>
        <CopyIconButton text={href} label="Copy link" />
      </span>
    );
  }
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      className={classes['link']}
      title={href}
      onClick={() => openLink(path)}
    >
      <span className={classes['address']} dir="ltr">
        {href.replace(/^https:\/\//i, '')}
      </span>
      <IconExternalLink size={14} role="img" aria-label="(opens in your browser)" />
    </Anchor>
  );
}
