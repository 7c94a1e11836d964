import { Button } from '@mantine/core';
import { memo } from 'react';
import type { GridLayout } from '../../../shared/grid-layout.ts';
import { NO_FILTER } from '../../../shared/no-filter.ts';
import type { RequestFilter } from '../../../shared/request-filter.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { FilterChips } from './filter-bar.tsx';
import { kindsOn } from './filter-parts.ts';
import type { ListState } from './list-state.ts';
import type { RequestColumn } from './request-columns.tsx';
import { RequestFiles } from './request-files.tsx';
import classes from './requests-list.module.css';
import { RequestsToolbar } from './requests-toolbar.tsx';
import type { ListSelection } from './use-selection.ts';
import { type ListedCount, ViewsBar } from './views-bar.tsx';

interface ListToolsProps {
  readonly state: ListState;
  readonly onChange: (state: ListState) => void;
  readonly onFilter: (filter: RequestFilter) => void;
  /** Moves the keyboard to the active row. */
  readonly onIntoList: () => void;
  /** A request is open beside the list. */
  readonly narrow: boolean;
  readonly listed: ListedCount | null;
  readonly total: number;
  readonly all: number;
  readonly chosen: ListSelection | null;
  readonly columns: readonly RequestColumn[];
  readonly shown: readonly RequestColumn[];
  readonly layout: GridLayout;
  readonly onLayout: (layout: GridLayout) => void;
}

/** Views, search, filters and columns. Memoised: pages that arrive while scrolling don't draw them again. */
export const ListTools = memo(function PlainListTools(props: ListToolsProps) {
  const { state, onFilter, total, all, chosen } = props;
  const { filter } = state.query;
  return (
    <>
      <ViewsBar state={state} listed={props.listed} onChange={props.onChange} />
      <RequestsToolbar
        filter={filter}
        onChange={onFilter}
        onIntoList={props.onIntoList}
        narrow={props.narrow}
      >
        <RequestFiles filter={filter} total={total} all={all} chosen={chosen} />
        <ColumnsMenu
          columns={props.columns}
          layout={props.layout}
          shown={props.shown}
          onChange={props.onLayout}
        />
      </RequestsToolbar>
      {kindsOn(filter, []).length > 0 && (
        <div className={classes['chips']}>
          <FilterChips filter={filter} onChange={onFilter} />
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => onFilter({ ...NO_FILTER, search: filter.search })}
          >
            Clear all
          </Button>
        </div>
      )}
    </>
  );
});
