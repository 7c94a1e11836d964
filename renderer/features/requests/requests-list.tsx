import { Button } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation } from 'wouter';
import { NO_FILTER } from '../../../shared/no-filter.ts';
import type { RequestRow } from '../../../shared/request.ts';
import type { RequestFilter } from '../../../shared/request-filter.ts';
import { DataGrid } from '../../parts/grid/data-grid.tsx';
import { useWidth } from '../../parts/grid/use-width.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { requestPath } from '../../routes/paths.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { FilterChips } from './filter-bar.tsx';
import { kindsOn } from './filter-parts.ts';
import { ListFooting } from './list-footing.tsx';
import { FIRST_STATE } from './list-state.ts';
import { readingWords } from './reading-words.ts';
import { RequestFiles } from './request-files.tsx';
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
  const { state, rows, selection, changeFilter } = list;
  const area = useRef<HTMLDivElement>(null);
  const areaRef = useMergedRef(area, list.watch);
  const [, navigate] = useLocation();
  const open = useCallback((row: RequestRow) => navigate(requestPath(row.requestId)), [navigate]);
  const width = useWidth(area);
  const beside = openRequestId !== null;
  const columns = useColumns(width, beside);
  const { columns: everyColumn, layout, shown, setLayout } = columns;
  const { order } = rows;
  const { total = 0, all = 0 } = order ?? {};
  const { chosen } = selection;
  useListActions(list);
  useListAddress(list.change);
  const intoList = useCallback(
    () => area.current?.querySelector<HTMLElement>('[data-index][tabindex="0"]')?.focus(),
    [],
  );
  useEffect(() => {
    // What had the focus beside the list is gone: the keyboard is on the row of it.
    if (!beside) return;
    return () => {
      if (document.activeElement === document.body) intoList();
    };
  }, [beside, intoList]);

  const { change } = list;
  const { filter, sort, descending } = rows.query;
  const gridSort = useMemo(() => ({ column: sort, descending }), [sort, descending]);
  // Scrolling on brings pages, not other tools: those are not drawn anew for them.
  const tools = useMemo(
    () => (
      <>
        <ViewsBar state={state} onChange={change} />
        <RequestsToolbar
          filter={state.query.filter}
          onChange={changeFilter}
          onIntoList={intoList}
          narrow={beside}
        >
          <RequestFiles filter={state.query.filter} total={total} all={all} chosen={chosen} />
          <ColumnsMenu columns={everyColumn} layout={layout} shown={shown} onChange={setLayout} />
        </RequestsToolbar>
        <FilterRow filter={state.query.filter} onChange={changeFilter} />
      </>
    ),
    [
      state,
      change,
      changeFilter,
      intoList,
      beside,
      total,
      all,
      chosen,
      everyColumn,
      layout,
      shown,
      setLayout,
    ],
  );

  return (
    <div className={classes['list']}>
      {tools}
      <ListFooting
        total={order?.total ?? null}
        all={isNarrowed(state.query.filter) ? (order?.all ?? null) : null}
        checked={list.checked}
        reading={readingWords(columns.reading, columns.pins, state.query)}
        moved={rows.moved}
        onSortAgain={rows.catchUp}
      />
      <ErrorNotice error={rows.error} title="The list could not be loaded." onRetry={rows.retry} />
      <div ref={areaRef} className={classes['area']}>
        {order && columns.known && (
          <DataGrid
            label="Tracked requests"
            columns={shown}
            count={total}
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
            roomBelow={chosen ? BULK_BAR_ROOM : 0}
            empty={
              <RequestsEmpty
                all={all}
                filter={filter}
                onChange={changeFilter}
                onClear={() => list.change(FIRST_STATE)}
              />
            }
          />
        )}
        {chosen && (
          <BulkBar
            count={chosen.count}
            selection={chosen.selection}
            clear={selection.clear}
            query={rows.query}
            onLeaving={list.allowMoves}
          />
        )}
      </div>
    </div>
  );
}

function isNarrowed(filter: RequestFilter): boolean {
  return filter.search !== '' || kindsOn(filter, []).length > 0;
}

interface FilterRowProps {
  readonly filter: RequestFilter;
  readonly onChange: (filter: RequestFilter) => void;
}

/** The filters that are on; no line of its own while there are none. */
function FilterRow({ filter, onChange }: FilterRowProps) {
  if (kindsOn(filter, []).length === 0) return null;
  return (
    <div className={classes['chips']}>
      <FilterChips filter={filter} onChange={onChange} />
      <Button
        size="compact-xs"
        variant="subtle"
        onClick={() => onChange({ ...NO_FILTER, search: filter.search })}
      >
        Clear all
      </Button>
    </div>
  );
}
