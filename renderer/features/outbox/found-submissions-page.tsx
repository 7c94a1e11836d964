import { Skeleton } from '@mantine/core';
import { useCallback, useEffect } from 'react';
import { useLocation } from 'wouter';
import { type FoundSubmission, MAX_FOUND_SUBMISSIONS } from '../../../shared/submission-search.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { useFileName, useFoundSubmissions } from '../../api/outbox.ts';
import { countOf, formatNumber, shortId } from '../../parts/format.ts';
import { DataGrid } from '../../parts/grid/data-grid.tsx';
import type { GridColumn } from '../../parts/grid/grid-columns.ts';
import { ErrorNotice } from '../../parts/notice.tsx';
import { EmptyState, Page, useEscape } from '../../parts/page.tsx';
import { PhoneText } from '../../parts/phone.tsx';
import { SubmissionBadge } from '../../parts/status.tsx';
import { ClippedText } from '../../parts/text.tsx';
import { RelativeTime } from '../../parts/time.tsx';
import {
  foundSubmissionsPath,
  importedRequestsPath,
  importedSubmissionsPath,
  searchPath,
} from '../../routes/paths.ts';
import { rememberOutboxPlace } from '../../routes/unsaved-work.ts';
import { useOpenedRow } from './outbox-section.tsx';

export interface FoundSubmissionsPageProps {
  readonly search: string;
  /** Only those of this import. */
  readonly importId?: string | null;
}

/** The submissions without a request that match a search or come from an import, discarded ones included. */
export function FoundSubmissionsPage({ search, importId = null }: FoundSubmissionsPageProps) {
  const [, navigate] = useLocation();
  const { id: workspaceId } = useWorkspace();
  const fileName = useFileName(importId);
  const [here, origin] =
    importId === null
      ? [foundSubmissionsPath(search), searchPath(search)]
      : [importedSubmissionsPath(importId), importedRequestsPath(importId)];
  useEffect(() => rememberOutboxPlace(workspaceId, here), [workspaceId, here]);
  const found = useFoundSubmissions(search, MAX_FOUND_SUBMISSIONS, importId);
  const { rows, total, isPending, error, refetch } = found;
  const back = useCallback(() => navigate(origin), [navigate, origin]);
  useEscape(back);
  return (
    <Page title={`Outbox: ${importId === null ? `“${search}”` : (fileName ?? 'an import')}`} onBack={back}>
      <ErrorNotice error={error} title="Couldn't search the Outbox." onRetry={() => void refetch()} />
      {total > 0 && <p style={{ margin: 0 }}>{countWords(total, rows.length, importId !== null)}</p>}
      {total > 0 && <FoundGrid rows={rows} />}
      {total === 0 && !error && (isPending ? <Skeleton height={240} radius="md" /> : <Nothing />)}
    </Page>
  );
}

function FoundGrid({ rows }: { rows: readonly FoundSubmission[] }) {
  const { place, onOpen } = useOpenedRow('Found submissions', rows);
  return (
    <DataGrid
      label="Found submissions"
      columns={COLUMNS}
      count={rows.length}
      itemAt={(index) => rows[index]}
      itemId={(row) => row.id}
      onOpen={onOpen}
      place={place}
      rowHeight={56}
      height="grow"
    />
  );
}

function Nothing() {
  return (
    <EmptyState title="Nothing in the Outbox matches">
      Accepted submissions are among the requests.
    </EmptyState>
  );
}

function countWords(total: number, shown: number, imported: boolean): string {
  const matches = total === 1 ? 'matches' : 'match';
  const all = `${countOf(total, 'submission')} ${imported ? 'of this file' : `in the Outbox ${matches}`}.`;
  return shown < total ? `${all} These are the first ${formatNumber(shown)}.` : all;
}

const COLUMNS: readonly GridColumn<FoundSubmission>[] = [
  {
    id: 'candidate',
    header: 'Candidate',
    meta: { track: 'minmax(140px, 2fr)' },
    cell: ({ candidateName }) => <ClippedText strong>{candidateName}</ClippedText>,
  },
  {
    id: 'phone',
    header: 'Phone',
    meta: { track: '150px', from: 560 },
    cell: ({ phoneNumber }) => <PhoneText e164={phoneNumber} />,
  },
  {
    id: 'job',
    header: 'Job description',
    meta: { track: 'minmax(120px, 2fr)', from: 720 },
    cell: ({ jobName, jobDescriptionId }) =>
      jobName === null ? (
        <ClippedText mono dimmed title={jobDescriptionId}>
          {shortId(jobDescriptionId)}
        </ClippedText>
      ) : (
        <ClippedText>{jobName}</ClippedText>
      ),
  },
  {
    id: 'state',
    header: 'State',
    meta: { track: '170px' },
    cell: (row) => <SubmissionBadge submission={row} />,
  },
  {
    id: 'when',
    header: 'Updated',
    meta: { track: '96px' },
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
  },
];
