import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { OutboxRow } from '../../../shared/outbox.ts';
import { useHold } from '../../api/outbox.ts';
import { useRowTabIndex } from '../../parts/grid/row-activity.ts';
import { askToDiscard } from './ask-to-discard.tsx';
import { RowButton } from './outbox-cells.tsx';
import { isPausedByYou } from './state-words.ts';
import { useEdit } from './use-edit.ts';
import { useTryNow } from './use-try-now.ts';
import classes from './waiting-actions.module.css';

interface RowAction {
  readonly label: string;
  readonly busy?: boolean;
  readonly run: () => void;
}

/** The actions of a waiting submission: side by side, or in the menu `More actions` if the row is narrow. */
export function WaitingActions({ row }: { row: OutboxRow }) {
  const { tryOne, isPending } = useTryNow();
  const actions = useOtherActions(row);
  if (row.state === 'connecting' || row.state === 'sending') return null;
  return (
    <div className={classes['actions']}>
      <div className={classes['line']}>
        <RowButton busy={isPending} onClick={() => tryOne(row)}>
          Try now
        </RowButton>
        {actions.map(({ label, busy = false, run }) => (
          <RowButton key={label} className={classes['spare']} busy={busy} onClick={run}>
            {label}
          </RowButton>
        ))}
        <MoreActions actions={actions} />
      </div>
    </div>
  );
}

/** All actions except `Try now`. */
function useOtherActions(row: OutboxRow): readonly RowAction[] {
  const hold = useHold();
  const edit = useEdit(row);
  const paused = isPausedByYou(row);
  const pause: RowAction = {
    label: paused ? 'Resume' : 'Pause',
    busy: hold.isPending,
    run: () => hold.mutate({ id: row.id, hold: !paused }),
  };
  // A submission on hold for another reason isn't being sent anyway.
  const canPause = paused || row.state === 'queued';
  return [
    ...(canPause ? [pause] : []),
    { label: 'Edit', busy: edit.isPending, run: edit.start },
    { label: 'Discard', run: () => askToDiscard(row) },
  ];
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
