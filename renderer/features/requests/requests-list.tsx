import { Button } from '@mantine/core';
import { useCallback, useEffect } from 'react';
import { useLocation } from 'wouter';
import type { RequestRow } from '../../../shared/request.ts';
import { NO_FILTER, type RequestFilter } from '../../../shared/request-filter.ts';
import { useCurrentWorkspace } from '../../api/app-state.tsx';
import { DataGrid } from '../../parts/grid/data-grid.tsx';
import { useWidth } from '../../parts/grid/use-width.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { requestPath } from '../../places/paths.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { ExportMenu } from './export-menu.tsx';
import { FilterChips } from './filter-bar.tsx';
import { kindsOn } from './filter-parts.ts';
import { ListFooting } from './list-footing.tsx';
import { FIRST_STATE } from './list-state.ts';
import { RequestsEmpty } from './requests-empty.tsx';
import classes from './requests-list.module.css';
import { RequestsToolbar } from './requests-toolbar.tsx';
import { useColumns } from './use-columns.ts';
import { useListActions } from './use-list-actions.ts';
import { useListAddress } from './use-list-address.ts';
import { type RequestList, requestId } from './use-request-list.ts';
import { ViewsBar } from './views-bar.tsx';

/** Room for the bar of what is chosen, so that it never covers the last row, px. */
const BULK_BAR_ROOM = 56;

interface RequestsListProps {
  readonly list: RequestList;
  /** The request open beside the list, if any: there is less room then. */
  readonly openRequestId: string | null;
}

/** Views, search and filters over the grid of tracked requests. */
export function RequestsList({ list, openRequestId }: RequestsListProps) {
  const { area, state, rows, selection, changeFilter } = list;
  const [, navigate] = useLocation();
  const open = useCallback((row: RequestRow) => navigate(requestPath(row.requestId)), [navigate]);
  const width = useWidth(area);
  const columns = useColumns(useCurrentWorkspace().id, width, openRequestId !== null);
  const { order } = rows;
  const beside = openRequestId !== null;
  const chosen = selection.selection !== null && selection.count > 0;
  useListActions(list);
  useListAddress(list.change);
  const intoList = useCallback(
    () => area.current?.querySelector<HTMLElement>('[data-index][tabindex="0"]')?.focus(),
    [area],
  );
  useEffect(() => {
    // What had the focus beside the list is gone: the keyboard is on the row of it.
    if (!beside) return;
    return () => {
      if (document.activeElement === document.body) intoList();
    };
  }, [beside, intoList]);

  return (
    <div className={classes['list']}>
      <ViewsBar state={state} onChange={list.change} />
      <RequestsToolbar
        filter={state.query.filter}
        onChange={changeFilter}
        onIntoList={intoList}
        narrow={beside}
      >
        <ExportMenu
          filter={state.query.filter}
          total={order?.total ?? 0}
          all={order?.all ?? 0}
          chosen={
            chosen && selection.selection ? { selection: selection.selection, count: selection.count } : null
          }
        />
        <ColumnsMenu
          columns={columns.columns}
          layout={columns.layout}
          shown={columns.shown}
          onChange={columns.setLayout}
        />
      </RequestsToolbar>
      <FilterRow list={list} />
      <ListFooting
        total={order?.total ?? null}
        all={isNarrowed(state.query.filter) ? (order?.all ?? null) : null}
        checked={list.checked}
        moved={rows.moved}
        onSortAgain={rows.catchUp}
      />
      <ErrorNotice error={rows.error} title="The list could not be loaded." onRetry={rows.retry} />
      <div ref={area} className={classes['area']}>
        {order && columns.known && (
          <DataGrid
            label="Tracked requests"
            columns={columns.shown}
            count={order.total}
            itemAt={rows.itemAt}
            itemId={requestId}
            sort={{ column: rows.query.sort, descending: rows.query.descending }}
            onSort={list.changeSort}
            onOpen={open}
            onRange={list.onRows}
            place={list.place}
            order={JSON.stringify(rows.query)}
            arrangement={columns.arrangement}
            selection={selection.grid}
            currentId={openRequestId ?? undefined}
            reveal={list.reveal}
            roomBelow={chosen ? BULK_BAR_ROOM : 0}
            empty={
              <RequestsEmpty
                all={order.all}
                filter={rows.query.filter}
                onChange={changeFilter}
                onClear={() => list.change(FIRST_STATE)}
              />
            }
          />
        )}
        {chosen && selection.selection && (
          <BulkBar
            count={selection.count}
            selection={selection.selection}
            clear={selection.clear}
            query={rows.query}
            onLeaving={list.hurry}
          />
        )}
      </div>
    </div>
  );
}

function isNarrowed(filter: RequestFilter): boolean {
  return filter.search !== '' || kindsOn(filter, []).length > 0;
}

/** The filters that are on; no line of its own while there are none. */
function FilterRow({ list: { state, changeFilter } }: { list: RequestList }) {
  const { filter } = state.query;
  if (kindsOn(filter, []).length === 0) return null;
  return (
    <div className={classes['chips']}>
      <FilterChips filter={filter} onChange={changeFilter} />
      <Button
        size="compact-xs"
        variant="subtle"
        onClick={() => changeFilter({ ...NO_FILTER, search: filter.search })}
      >
        Clear all
      </Button>
    </div>
  );
}
