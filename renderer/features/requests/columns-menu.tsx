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
  /** Those that are shown now. */
  readonly shown: readonly RequestColumn[];
  readonly onChange: (layout: GridLayout) => void;
}

/** Which columns are shown, and in which order. */
export function ColumnsMenu({ columns, layout, shown, onChange }: ColumnsMenuProps) {
  const [opened, setOpened] = useState(false);
  const ordered = inOrder(columns, layout);
  const move = (at: number, by: 1 | -1) => {
    const ids = ordered.map(({ id }) => id);
    const [id] = ids.splice(at, 1);
    if (id !== undefined) onChange({ ...layout, order: ids.toSpliced(at + by, 0, id) });
  };
  const isShown = (column: RequestColumn) => shown.includes(column);
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
        <ul className={classes['list']}>
          {ordered.map((column, at) => (
            <li key={column.id} className={classes['column']}>
              <Checkbox
                size="xs"
                className={classes['name']}
                label={<span dir="auto">{column.title}</span>}
                checked={isShown(column)}
                // A grid without columns could not be arranged again.
                disabled={shown.length === 1 && isShown(column)}
                onChange={(event) => onChange(withShown(layout, column.id, event.currentTarget.checked))}
              />
              <ActionIcon
                size="sm"
                aria-label={`Move ${column.title} up`}
                disabled={at === 0}
                onClick={() => move(at, -1)}
              >
                <IconArrowUp size={14} aria-hidden />
              </ActionIcon>
              <ActionIcon
                size="sm"
                aria-label={`Move ${column.title} down`}
                disabled={at === ordered.length - 1}
                onClick={() => move(at, 1)}
              >
                <IconArrowDown size={14} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
        <Button size="compact-sm" variant="subtle" onClick={() => onChange(NO_LAYOUT)}>
          Reset columns
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
