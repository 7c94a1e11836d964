import { Skeleton } from '@mantine/core';
import { createContext, useContext } from 'react';
import { useLocation } from 'wouter';
import { isEntry } from '../../../shared/do-not-call.ts';
import { type DiscardedRow, OUTBOX_PAGE } from '../../../shared/outbox.ts';
import { useOutboxCounts } from '../../api/app-state.tsx';
import { useForbidding } from '../../api/do-not-call.ts';
import { discardedPageQuery, useDiscarded } from '../../api/outbox.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { DataGrid } from '../../parts/grid/data-grid.tsx';
import type { GridColumn } from '../../parts/grid/grid-columns.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { Reason } from '../../parts/service-answer/reason.tsx';
import { RelativeTime } from '../../parts/time/relative-time.tsx';
import { listedPath, submitAgainPath } from '../../routes/paths.ts';
import classes from './cause-tab.module.css';
import cellClasses from './outbox-cells.module.css';
import { CandidateCell, JobCell, RowActions, RowButton } from './outbox-cells.tsx';
import { REASON_TRACK } from './outbox-columns.tsx';
import { useOpenedRow } from './use-opened-row.ts';
import { usePagedRows } from './use-outbox-rows.ts';

/** Room in a narrow window for two lines of the service's words and two of who withdrew it and when, px. */
const ROW_HEIGHT = 84;

/** Submissions that were withdrawn, the latest first. */
export function DiscardedTab() {
  const { data, error, refetch } = useDiscarded();
  if (error) {
    return <ErrorNotice error={error} title="Couldn't load the Outbox." onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton height={240} radius="md" />;
  if (data.length === 0) {
    return <p className={classes['empty']}>You have discarded nothing. What you discard stays here.</p>;
  }
  return <DiscardedGrid first={data} />;
}

/** Opens the page of a submission, as its row does. */
const OpenRow = createContext<(row: { readonly id: string }) => void>(() => undefined);

function DiscardedGrid({ first }: { first: readonly DiscardedRow[] }) {
  const workspace = useWorkspace();
  const { discarded } = useOutboxCounts(workspace.id);
  const rows = usePagedRows({
    count: first.length < OUTBOX_PAGE ? first.length : Math.max(discarded, first.length),
    first,
    pageSize: OUTBOX_PAGE,
    pageQuery: (offset) => discardedPageQuery(workspace, offset),
  });
  const { place, onOpen } = useOpenedRow('Discarded', first);
  return (
    <OpenRow value={onOpen}>
      <div className={classes['alone']}>
        <DataGrid
          label="Discarded"
          columns={columns}
          count={rows.count}
          itemAt={rows.itemAt}
          {...(rows.onRange && { onRange: rows.onRange })}
          itemId={(row) => row.id}
          onOpen={onOpen}
          place={place}
          rowHeight={ROW_HEIGHT}
          height="grow"
        />
      </div>
    </OpenRow>
  );
}

const columns: readonly GridColumn<DiscardedRow>[] = [
  {
    id: 'candidate',
    header: 'Candidate',
    meta: { track: 'minmax(120px, 1.3fr)' },
    cell: (row) => <CandidateCell row={row} />,
  },
  {
    id: 'job',
    header: 'Job description',
    meta: { track: 'minmax(100px, 1fr)', from: 700 },
    cell: (row) => <JobCell row={row} />,
  },
  {
    id: 'reason',
    header: 'Why',
    meta: { track: REASON_TRACK },
    cell: (row) => <WhyCell row={row} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    meta: { track: '176px' },
    cell: (row) => <DiscardedActions row={row} />,
  },
];

const WHY: Readonly<Record<NonNullable<DiscardedRow['discardedBy']>, string>> = {
  discard: 'You discarded it',
  correction: 'Submitted again',
  do_not_call: 'Its number is on the do-not-call list',
};

/** Who withdrew it and when and, if it was not accepted before, why. */
function WhyCell({ row: { problem, candidateName, discardedBy, updatedAt } }: { row: DiscardedRow }) {
  const why = WHY[discardedBy ?? 'discard'];
  const when = (
    <>
      {why} · <RelativeTime at={updatedAt} />
    </>
  );
  if (!problem) return <span className={cellClasses['beneath']}>{when}</span>;
  return <Reason problem={problem} candidateName={candidateName} next={when} />;
}

/** The submission's page, which has its whole history, and the form for a new one; a correction is one already. */
function DiscardedActions({ row: { id, discardedBy, phoneNumber } }: { row: DiscardedRow }) {
  const [, navigate] = useLocation();
  const isListed = isEntry(useForbidding(discardedBy === 'correction' ? null : phoneNumber));
  const open = useContext(OpenRow);
  return (
    <RowActions>
      <RowButton onClick={() => open({ id })}>History</RowButton>
      {isListed && <RowButton onClick={() => navigate(listedPath(phoneNumber))}>Who listed it</RowButton>}
      {!isListed && discardedBy !== 'correction' && (
        <RowButton onClick={() => navigate(submitAgainPath(id))}>Submit anew</RowButton>
      )}
    </RowActions>
  );
}
