import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { flexRender, type HeaderGroup, type RowData } from '@tanstack/react-table';
import classes from './data-grid.module.css';
import type { GridFeatures } from './grid-columns.ts';
import { ColumnHeader, RowGroup, RowRoot } from './grid-elements.ts';

type Header<Item extends RowData> = HeaderGroup<GridFeatures, Item>['headers'][number];

/** The row of column headers; sortable ones are buttons and say how they sort. */
export function GridHead<Item extends RowData>({ headers }: { headers: readonly Header<Item>[] }) {
  return (
    <RowGroup className={classes['head']}>
      <RowRoot aria-rowindex={1} className={classes['headRow']}>
        {headers.map((header) => (
          <HeaderCell key={header.id} header={header} />
        ))}
      </RowRoot>
    </RowGroup>
  );
}

function HeaderCell<Item extends RowData>({ header }: { header: Header<Item> }) {
  const { column } = header;
  const title = flexRender(column.columnDef.header, header.getContext());
  const sorted = column.getIsSorted();
  const align = column.columnDef.meta?.align;
  if (!column.getCanSort()) {
    return (
      <ColumnHeader className={classes['header']} data-align={align}>
        {title}
      </ColumnHeader>
    );
  }
  return (
    <ColumnHeader
      aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none'}
      className={classes['header']}
      data-align={align}
    >
      <button type="button" className={classes['sort']} onClick={column.getToggleSortingHandler()}>
        <span>{title}</span>
        {sorted === 'asc' && <IconArrowUp size={13} aria-hidden />}
        {sorted === 'desc' && <IconArrowDown size={13} aria-hidden />}
      </button>
    </ColumnHeader>
  );
}
