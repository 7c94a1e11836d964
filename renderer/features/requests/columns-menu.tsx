import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import type { GridLayout } from '../../../shared/grid-layout.ts';
import { NO_LAYOUT } from '../../../shared/no-layout.ts';
import { inOrder, withShown } from './arrange-columns.ts';
import classes from './columns-menu.module.css';
import type { RequestColumn } from './request-columns.tsx';

interface ColumnsMenuProps {
  readonly columns: readonly RequestColumn[];
  readonly layout: GridLayout;
  /** The visible columns. */
  readonly shown: readonly RequestColumn[];
  readonly onChange: (layout: GridLayout) => void;
}

/** Chooses the visible columns and their order. */
export function ColumnsMenu(props: ColumnsMenuProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      position="bottom-end"
      width={270}
      shadow="md"
      trapFocus
      returnFocus
      opened={opened}
      onChange={setOpened}
    >
      <Popover.Target>
        <ActionIcon
          size={30}
          variant="default"
          aria-label="Columns"
          title="Columns"
          onClick={() => setOpened(!opened)}
        >
          <IconColumns3 size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={6} aria-label="Columns">
        <ColumnsList {...props} />
        <HiddenForRoom {...props} />
        <Button size="compact-sm" variant="subtle" onClick={() => props.onChange(NO_LAYOUT)}>
          Reset columns
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Names the columns that would be shown if there were room. */
function HiddenForRoom({ columns, layout, shown }: ColumnsMenuProps) {
  const hidden = columns.filter(
    (column) => (layout.shown[column.id] ?? column.rank !== null) && !shown.includes(column),
  );
  if (hidden.length === 0) return null;
  const names = new Intl.ListFormat('en').format(hidden.map(({ title }) => title));
  return (
    <p className={classes['hidden']}>
      <bdi>{names}</bdi> {hidden.length === 1 ? 'doesn’t' : 'don’t'} fit at this width. Choose what to show,
      and the list scrolls sideways.
    </p>
  );
}

function ColumnsList({ columns, layout, shown, onChange }: ColumnsMenuProps) {
  const ordered = inOrder(columns, layout);
  const move = (index: number, by: 1 | -1) => {
    const ids = ordered.map(({ id }) => id);
    const [id] = ids.splice(index, 1);
    if (id !== undefined) onChange({ ...layout, order: ids.toSpliced(index + by, 0, id) });
  };
  return (
    <ul className={classes['list']}>
      {ordered.map((column, index) => (
        <li key={column.id} className={classes['column']}>
          <Checkbox
            size="xs"
            className={classes['name']}
            label={<span dir="auto">{column.title}</span>}
            checked={shown.includes(column)}
            // The headers arrange columns, so one must stay.
            disabled={shown.length === 1 && shown.includes(column)}
            onChange={(event) => onChange(withShown(layout, column.id, event.currentTarget.checked))}
          />
          <ActionIcon
            size="sm"
            aria-label={`Move ${column.title} up`}
            disabled={index === 0}
            onClick={() => move(index, -1)}
          >
            <IconArrowUp size={14} aria-hidden />
          </ActionIcon>
          <ActionIcon
            size="sm"
            aria-label={`Move ${column.title} down`}
            disabled={index === ordered.length - 1}
            onClick={() => move(index, 1)}
          >
            <IconArrowDown size={14} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
