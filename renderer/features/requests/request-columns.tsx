import { IconAlertTriangle, IconClipboardCheck } from '@tabler/icons-react';
import type { RequestRow } from '../../../shared/request.ts';
import { gridColumns } from '../../parts/grid/grid-columns.ts';
import { PhoneText } from '../../parts/phone/phone-text.tsx';
import { StatusBadge } from '../../parts/status/status-badge.tsx';
import { ClippedText } from '../../parts/text/clipped-text.tsx';
import { formatNumber } from '../../parts/text/count-of.ts';
import { shortId } from '../../parts/text/short-id.ts';
import { formatDateTime } from '../../parts/time/format-time.ts';
import { RelativeTime } from '../../parts/time/relative-time.tsx';
import classes from './request-columns.module.css';

const column = gridColumns<RequestRow>();

/** The columns of Tracked requests; ids are the sort orders of the contract where a column sorts. */
export const requestColumns = column.columns([
  column.accessor('candidateName', {
    id: 'name',
    header: 'Candidate',
    meta: { track: 'minmax(120px, 2.2fr)' },
    cell: ({ row }) => <CandidateCell request={row.original} />,
  }),
  column.accessor('phoneNumber', {
    id: 'phone',
    header: 'Phone',
    meta: { track: 'minmax(138px, 1.3fr)', from: 560 },
    cell: ({ row }) => <PhoneText e164={row.original.phoneNumber} />,
  }),
  column.accessor('jobDescriptionId', {
    id: 'job',
    header: 'Job description',
    meta: { track: 'minmax(120px, 1.8fr)', from: 860 },
    cell: ({ row }) => <JobCell request={row.original} />,
  }),
  column.accessor('status', {
    id: 'status',
    header: 'Status',
    meta: { track: 'minmax(100px, 1.2fr)' },
    cell: ({ row }) => <StatusBadge status={row.original.status} />,
  }),
  column.accessor('callCount', {
    id: 'calls',
    header: 'Calls',
    meta: { track: 'minmax(60px, 1.2fr)' },
    cell: ({ row }) => <CallsCell request={row.original} />,
  }),
  column.display({
    id: 'results',
    header: 'Results',
    meta: { track: '64px', from: 760 },
    cell: ({ row }) => row.original.hasResults && <ResultsMark />,
  }),
  column.accessor('changedAt', {
    id: 'updated',
    header: 'Updated',
    meta: { track: '88px', from: 480, align: 'end' },
    cell: ({ row }) => <UpdatedCell request={row.original} />,
  }),
]);

function CandidateCell({ request }: { request: RequestRow }) {
  return (
    <span className={classes['candidate']}>
      <ClippedText strong>{request.candidateName}</ClippedText>
      {request.problem && (
        <span className={classes['problem']} title={request.problem}>
          <IconAlertTriangle size={15} role="img" aria-label={request.problem} />
        </span>
      )}
    </span>
  );
}

function JobCell({ request }: { request: RequestRow }) {
  if (request.jobName) return <ClippedText>{request.jobName}</ClippedText>;
  return (
    <ClippedText mono dimmed title={request.jobDescriptionId}>
      {shortId(request.jobDescriptionId)}
    </ClippedText>
  );
}

function CallsCell({ request }: { request: RequestRow }) {
  if (request.callCount === 0) return <span className={classes['none']}>–</span>;
  const text = [formatNumber(request.callCount), request.lastCallStatus].filter(Boolean).join(' · ');
  return <ClippedText>{text}</ClippedText>;
}

function ResultsMark() {
  return (
    <span className={classes['results']} title="An assessment is in">
      <IconClipboardCheck size={16} stroke={1.75} role="img" aria-label="Assessment is in" />
    </span>
  );
}

function UpdatedCell({ request }: { request: RequestRow }) {
  const checked = request.refreshedAt ? formatDateTime(request.refreshedAt) : 'not yet';
  return (
    <span className={classes['updated']}>
      <RelativeTime
        at={request.changedAt}
        title={`Changed ${formatDateTime(request.changedAt)}\nLast checked ${checked}`}
      />
    </span>
  );
}
