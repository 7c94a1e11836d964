import { useMergedRef } from '@mantine/hooks';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation } from 'wouter';
import { NO_FILTER } from '../../../shared/no-filter.ts';
import type { RequestRow } from '../../../shared/request.ts';
import type { RequestFilter } from '../../../shared/request-filter.ts';
import { useRequestTotal } from '../../api/requests.ts';
import { DataGrid } from '../../parts/grid/data-grid.tsx';
import { useWidth } from '../../parts/grid/use-width.ts';
import { lazyComponent } from '../../parts/loading/lazy-component.tsx';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { requestPath } from '../../routes/paths.ts';
import { kindsOn } from './filter-parts.ts';
import { ListFooting } from './list-footing.tsx';
import { FIRST_STATE } from './list-state.ts';
import { ListTools } from './list-tools.tsx';
import { readingWords } from './reading-words.ts';
import { RequestsEmpty } from './requests-empty.tsx';
import classes from './requests-list.module.css';
import { useColumns } from './use-columns.ts';
import { useListActions } from './use-list-actions.ts';
import { useListAddress } from './use-list-address.ts';
import { type RequestList, requestId } from './use-request-list.ts';

/** Lazy, because nothing is selected on the first screen. */
const BulkBar = lazyComponent(async () => (await import('./bulk-bar.tsx')).BulkBar);

/** Scrolling room under the last row, so that the bulk bar never covers it, px. */
const BULK_BAR_ROOM = 56;

interface RequestsListProps {
  readonly list: RequestList;
  /** The request open beside the list, which then has less room; null if none is. */
  readonly openRequestId: string | null;
}

/** Views, search and filters over the grid of tracked requests. */
export function RequestsList({ list, openRequestId }: RequestsListProps) {
  const { state, rows, selection } = list;
  const { order } = rows;
  const { chosen } = selection;
  const area = useRef<HTMLDivElement>(null);
  const areaRef = useMergedRef(area, list.watch);
  const all = useRequestTotal(allOf(state.query.filter)).data ?? null;
  const { filter: listedFilter } = rows.query;
  const total = order?.total;
  const listed = useMemo(
    () => (total === undefined ? null : { filter: listedFilter, total }),
    [listedFilter, total],
  );
  const beside = openRequestId !== null;
  const columns = useColumns(useWidth(area), beside, state.query.filter.hasProblem === true);
  const focusActiveRow = useCallback(
    () => area.current?.querySelector<HTMLElement>('[data-index][tabindex="0"]')?.focus(),
    [],
  );
  useFocusOnClose(beside, focusActiveRow);
  useListActions(list);
  useListAddress(list.change);
  return (
    <div className={classes['list']}>
      <ListTools
        state={state}
        onChange={list.change}
        onFilter={list.changeFilter}
        onIntoList={focusActiveRow}
        narrow={beside}
        listed={listed}
        total={order?.total ?? 0}
        all={order?.all ?? 0}
        chosen={chosen}
        columns={columns.columns}
        shown={columns.shown}
        layout={columns.layout}
        onLayout={columns.setLayout}
      />
      <ListFooting
        total={order?.total ?? null}
        all={isNarrowed(state.query.filter) ? all : null}
        search={state.query.filter.search}
        checked={list.checked}
        reading={readingWords(columns.reading, columns.pins, state.query)}
        moved={rows.moved}
        onSortAgain={rows.catchUp}
      />
      <ErrorNotice error={rows.error} title="Couldn't load the list." onRetry={rows.retry} />
      <div ref={areaRef} className={classes['area']}>
        {order && columns.known && (
          <RequestsGrid list={list} columns={columns} openRequestId={openRequestId} />
        )}
        {chosen && (
          <BulkBar
            {...chosen}
            clear={selection.clear}
            query={rows.query}
            onLeaving={list.allowMoves}
            onCompare={selection.keepForComparison}
          />
        )}
      </div>
    </div>
  );
}

/** When the request beside the list closes, its focus is lost: puts the keyboard back on the active row. */
function useFocusOnClose(beside: boolean, focusActiveRow: () => void): void {
  useEffect(() => {
    if (!beside) return;
    return () => {
      if (document.activeElement === document.body) focusActiveRow();
    };
  }, [beside, focusActiveRow]);
}

interface RequestsGridProps extends RequestsListProps {
  readonly columns: ReturnType<typeof useColumns>;
}

function RequestsGrid({ list, columns, openRequestId }: RequestsGridProps) {
  const { rows, selection } = list;
  const [, navigate] = useLocation();
  const open = useCallback((row: RequestRow) => navigate(requestPath(row.requestId)), [navigate]);
  const { filter, sort, descending } = rows.query;
  const gridSort = useMemo(() => ({ column: sort, descending }), [sort, descending]);
  return (
    <DataGrid
      label="Tracked requests"
      columns={columns.shown}
      count={rows.order?.total ?? 0}
      itemAt={rows.itemAt}
      itemId={requestId}
      sort={gridSort}
      onSort={list.changeSort}
      onOpen={open}
      onRange={list.onRows}
      place={list.place}
      order={JSON.stringify(rows.query)}
      arrangement={columns.arrangement}
      selection={selection.grid}
      currentId={openRequestId ?? undefined}
      reveal={list.reveal}
      roomBelow={selection.chosen ? BULK_BAR_ROOM : 0}
      empty={
        <RequestsEmpty
          all={rows.order?.all ?? 0}
          filter={filter}
          onChange={list.changeFilter}
          onClear={() => list.change(FIRST_STATE)}
        />
      }
    />
  );
}

/** Everything in the list without search and filters: the number that the view beside it shows. */
function allOf({ archived }: RequestFilter): RequestFilter {
  return { ...NO_FILTER, archived };
}

function isNarrowed(filter: RequestFilter): boolean {
  return filter.search !== '' || kindsOn(filter, []).length > 0;
}
