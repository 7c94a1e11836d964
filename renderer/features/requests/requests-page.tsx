import { useCallback, useState } from 'react';
import { useLocation } from 'wouter';
import { REQUEST_SORTS, type RequestRow } from '../../../shared/request.ts';
import { useCurrentWorkspace } from '../../api/app-state.tsx';
import type { RequestFilter } from '../../api/query-keys.ts';
import { DataGrid } from '../../parts/grid/data-grid.tsx';
import type { GridSort } from '../../parts/grid/use-grid-table.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { requestPath } from '../../places/paths.ts';
import { Page } from '../../shell/page.tsx';
import { requestColumns } from './request-columns.tsx';
import { RequestsEmpty } from './requests-empty.tsx';
import { RequestsToolbar } from './requests-toolbar.tsx';
import { FIRST_FILTER, requestsView } from './requests-view.ts';
import { useOnScreenNotice } from './use-on-screen-notice.ts';
import { usePagedRequests } from './use-paged-requests.ts';

/** Tracked requests: everything the service accepted, searchable and sortable, as long as it may be. */
export function RequestsPage() {
  const view = requestsView(useCurrentWorkspace().id);
  const [filter, setFilter] = useState(view.filter);
  const [, navigate] = useLocation();
  const requests = usePagedRequests(filter);
  const { onRange } = requests;
  const onScreen = useOnScreenNotice(requests.itemAt);
  const onRows = useCallback(
    (first: number, last: number) => {
      onRange(first, last);
      onScreen(first, last);
    },
    [onRange, onScreen],
  );

  const change = useCallback(
    (part: Partial<RequestFilter>) => {
      view.filter = { ...view.filter, ...part };
      view.place.offset = 0;
      view.place.active = 0;
      setFilter(view.filter);
    },
    [view],
  );
  const open = useCallback((row: RequestRow) => navigate(requestPath(row.requestId)), [navigate]);
  const { page, shown } = requests;

  return (
    <Page title="Requests" layout="fill">
      <RequestsToolbar filter={filter} onChange={change} total={page?.total} all={page?.all} />
      <ErrorNotice error={requests.error} title="The list could not be loaded." onRetry={requests.retry} />
      {page && (
        <DataGrid
          label="Tracked requests"
          columns={requestColumns}
          count={page.total}
          itemAt={requests.itemAt}
          itemId={requestId}
          sort={gridSort(filter)}
          onSort={(sort) => change(filterSort(sort))}
          onOpen={open}
          onRange={onRows}
          place={view.place}
          order={JSON.stringify(shown)}
          empty={<RequestsEmpty all={page.all} filter={shown} onClear={() => change(FIRST_FILTER)} />}
        />
      )}
    </Page>
  );
}

function requestId(row: RequestRow): string {
  return row.requestId;
}

function gridSort(filter: RequestFilter): GridSort {
  return { column: filter.sort, descending: filter.descending };
}

function filterSort({ column, descending }: GridSort): Partial<RequestFilter> {
  const sort = REQUEST_SORTS.find((known) => known === column);
  return sort ? { sort, descending } : {};
}
