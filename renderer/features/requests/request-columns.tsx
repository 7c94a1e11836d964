import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { PinnedField, PinnedValue } from '../../../shared/assessment.ts';
import type { RequestRow, Verdict } from '../../../shared/request.ts';
import type { GridColumn } from '../../parts/grid/grid-columns.ts';
import { statusBadge } from '../../parts/status/status-badge.tsx';
import { TagList } from '../../parts/tags/tag-list.tsx';
import { clippedText } from '../../parts/text/clipped-text.tsx';
import { formatNumber } from '../../parts/text/count-of.ts';
import { shortId } from '../../parts/text/short-id.ts';
import { formatDate, formatDateTime, formatRelative } from '../../parts/time/format-time.ts';
import { VERDICT_WORDS } from '../../parts/verdict/verdict-words.ts';
import classes from './request-columns.module.css';

/** A column of Tracked requests. */
export interface RequestColumn extends GridColumn<RequestRow> {
  /** Its header in words. */
  readonly title: string;
  /** When room is short the lowest come first; null for columns that are shown only when a person wants them. */
  readonly rank: number | null;
}

/** What the cells show beside the rows; a change of it draws all rows anew. */
export interface CellContext {
  readonly pins: readonly PinnedField[];
  /** The present moment, ms since 1970 UTC. */
  readonly now: number;
  readonly formatPhone: (e164: string) => string;
}

/**
 * The columns there are; ids are the sort orders of the contract where a column sorts. Cells are plain elements
 * without hooks or tooltips of their own: hundreds are made while scrolling.
 */
export function requestColumns({ pins, now, formatPhone }: CellContext): readonly RequestColumn[] {
  return [
    sorting('name', 'Candidate', 0, { track: 'minmax(140px, 2.2fr)' }, candidateCell),
    sorting('phone', 'Phone', 4, { track: 'minmax(132px, 1fr)' }, ({ phoneNumber }) =>
      phoneText(formatPhone(phoneNumber)),
    ),
    sorting('job', 'Job description', 5, { track: 'minmax(110px, 1.6fr)' }, (request) =>
      namedId(request.jobName, request.jobDescriptionId),
    ),
    sorting('questionnaire', 'Questionnaire', null, { track: 'minmax(110px, 1.4fr)' }, (request) =>
      namedId(request.questionnaireName, request.questionnaireTemplateId),
    ),
    sorting('status', 'Status', 1, { track: 'minmax(112px, 1fr)' }, ({ status }) => statusBadge(status)),
    sorting('calls', 'Calls', 3, { track: 'minmax(100px, 1.2fr)' }, callsCell),
    sorting('headline', 'Assessment', 6, { track: 'minmax(90px, 1.4fr)' }, headlineCell),
    // Somebody pinned them to see them: they go before most of what is there by itself.
    ...pins.map((pin) =>
      sorting(`pin:${pin.path}`, pin.label, 3, pinnedLayout(pin), ({ pinned }) =>
        pinnedCell(pin, pinned[pin.path]),
      ),
    ),
    sorting('verdict', 'Verdict', 7, { track: 'minmax(66px, 0.4fr)' }, ({ verdict }) =>
      verdict === 'none' ? none('–') : verdictWord(verdict),
    ),
    {
      ...sorting('tags', 'Tags', 9, { track: 'minmax(84px, 1fr)' }, ({ tags }) => <TagList tags={tags} />),
      sortable: false,
    },
    sorting('accepted', 'Accepted', null, { track: 'minmax(88px, 0.6fr)', align: 'end' }, ({ acceptedAt }) =>
      moment(acceptedAt, now, formatDateTime(acceptedAt)),
    ),
    sorting('updated', 'Updated', 2, { track: 'minmax(88px, 0.6fr)', align: 'end' }, (request) =>
      moment(request.changedAt, now, agesOf(request, now)),
    ),
  ];
}

function sorting(
  id: string,
  title: string,
  rank: RequestColumn['rank'],
  meta: RequestColumn['meta'],
  cell: (request: RequestRow) => ReactNode,
): RequestColumn {
  return { id, title, rank, header: title, meta, sortable: true, cell: ({ row }) => cell(row.original) };
}

function candidateCell({ candidateName, unseen, problem }: RequestRow): ReactNode {
  return (
    <span className={classes['candidate']}>
      <span className={classes['dot']} data-unseen={unseen || undefined}>
        {unseen && (
          <span role="img" aria-label="Changed since you last looked" title="Changed since you last looked" />
        )}
      </span>
      {clippedText({ children: candidateName, strong: true })}
      {problem !== null && (
        <span className={classes['problem']} title={problem}>
          <IconAlertTriangle size={15} role="img" aria-label={problem} />
        </span>
      )}
    </span>
  );
}

function phoneText(text: string): ReactNode {
  return (
    <span className={classes['phone']} dir="ltr" title={text}>
      {text}
    </span>
  );
}

/** The word alone: an icon in every row costs more than the rest of the cell. */
function verdictWord(verdict: Verdict): ReactNode {
  return (
    <span className={classes['verdict']} data-verdict={verdict}>
      {VERDICT_WORDS[verdict]}
    </span>
  );
}

function headlineCell({ headline, hasResults }: RequestRow): ReactNode {
  return headline === null ? none(hasResults ? 'Is in' : '–') : clippedText({ children: headline });
}

function agesOf({ changedAt, refreshedAt }: RequestRow, now: number): string {
  const checked = refreshedAt === null ? 'not yet' : formatRelative(refreshedAt, now);
  return `Changed ${formatDateTime(changedAt)}\nChecked ${checked}`;
}

function namedId(name: string | null, id: string): ReactNode {
  return name === null
    ? clippedText({ children: shortId(id), mono: true, dimmed: true, title: id })
    : clippedText({ children: name });
}

function callsCell({ callCount, lastCallStatus }: RequestRow): ReactNode {
  if (callCount === 0) return none('–');
  const parts = [formatNumber(callCount), lastCallStatus].filter((part) => part !== null && part !== '');
  return clippedText({ children: parts.join(' · ') });
}

function pinnedLayout({ kind }: PinnedField): RequestColumn['meta'] {
  const track = 'minmax(80px, 0.8fr)';
  return kind === 'score' || kind === 'number' ? { track, align: 'end' } : { track };
}

/** Made once: making a format costs more than all cells of a row. */
const figures = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3 });

function pinnedCell(pin: PinnedField, value: PinnedValue | undefined): ReactNode {
  if (value === undefined) return none('–');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number' && pin.kind === 'date') {
    return clippedText({ children: formatDate(value), title: formatDateTime(value) });
  }
  if (typeof value === 'number') {
    const scale = pin.scale === null ? null : <span className={classes['none']}> / {pin.scale}</span>;
    return (
      <span className={classes['number']}>
        {figures.format(value)}
        {scale}
      </span>
    );
  }
  return clippedText({ children: value });
}

function moment(at: number, now: number, title: string): ReactNode {
  return (
    <time className={classes['moment']} dateTime={new Date(at).toISOString()} title={title}>
      {formatRelative(at, now)}
    </time>
  );
}

function none(words: string): ReactNode {
  return <span className={classes['none']}>{words}</span>;
}
