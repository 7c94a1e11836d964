import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { OutboxRow } from '../../../shared/outbox.ts';
import { useHold } from '../../api/outbox.ts';
import { useRowTabIndex } from '../../parts/grid/row-activity.ts';
import { askForTimeZoneOf, offeredZones } from './ask-for-time-zone.tsx';
import { askToDiscard } from './ask-to-discard.tsx';
import { RowButton } from './outbox-cells.tsx';
import { isPausedByYou } from './state-words.ts';
import { useEdit } from './use-edit.ts';
import { useMayTry } from './use-may-try.ts';
import { useTryNow } from './use-try-now.ts';
import classes from './waiting-actions.module.css';

interface RowAction {
  readonly label: string;
  readonly busy?: boolean;
  readonly run: () => void;
}

/** The actions of a waiting submission: side by side, or in the menu `More actions` if the row is narrow. */
export function WaitingActions({ row }: { row: OutboxRow }) {
  const [main, ...others] = useWaitingActions(row);
  if (!main || row.state === 'connecting' || row.state === 'sending') return null;
  return (
    <div className={classes['actions']}>
      <div className={classes['line']}>
        {/* With a key, so that a second press of a key can't reach what took its place. */}
        <RowButton key={main.label} busy={main.busy ?? false} onClick={main.run}>
          {main.label}
        </RowButton>
        {others.map(({ label, busy = false, run }) => (
          <RowButton key={label} className={classes['spare']} busy={busy} onClick={run}>
            {label}
          </RowButton>
        ))}
        <MoreActions actions={others} />
      </div>
    </div>
  );
}

/** The likeliest first. */
function useWaitingActions(row: OutboxRow): readonly RowAction[] {
  const { tryOne, isPending } = useTryNow();
  const mayTry = useMayTry();
  const hold = useHold();
  const edit = useEdit(row);
  const paused = isPausedByYou(row);
  const pause: RowAction = {
    label: paused ? 'Resume' : 'Pause',
    busy: hold.isPending,
    run: () => hold.mutate({ id: row.id, hold: !paused }),
  };
  // A submission on hold for another reason isn't being sent anyway.
  const pausing = paused || row.state === 'queued' ? [pause] : [];
  const editing: RowAction = { label: edit.label, busy: edit.isPending, run: edit.start };
  const discard: RowAction = { label: 'Discard', run: () => askToDiscard(row) };
  const timeZones = offeredZones(row);
  if (timeZones) {
    const choose = { label: 'Choose time zone', run: () => askForTimeZoneOf(row, timeZones) };
    return [choose, editing, ...pausing, discard];
  }
  if (!mayTry(row)) return [editing, ...pausing, discard];
  return [{ label: 'Try now', busy: isPending, run: () => tryOne(row) }, ...pausing, editing, discard];
}

function MoreActions({ actions }: { actions: readonly RowAction[] }) {
  const tabIndex = useRowTabIndex();
  return (
    <Menu position="bottom-end" portalProps={{ target: 'main' }} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          className={classes['more']}
          size={22}
          variant="default"
          aria-label="More actions"
          tabIndex={tabIndex}
        >
          <IconDots size={14} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, run }) => (
          <Menu.Item key={label} onClick={run}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
