import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { useKeepReason, useKeptReasons } from '../../api/reasons.ts';
import { workspaceAccess } from '../../api/workspace.ts';
import { ErrorNotice } from '../notice/error-notice.tsx';
import classes from './kept-reasons.module.css';

interface KeptReasonsProps {
  readonly workspaceId: string;
  /** The reason as it is typed. */
  readonly reason: string;
  readonly onPick: (kept: string) => void;
}

/** Fills in a reason that was kept, and keeps the one that is typed, or no longer. */
export function KeptReasons({ workspaceId, reason, onPick }: KeptReasonsProps) {
  const workspace = workspaceAccess(workspaceId);
  const kept = useKeptReasons(workspace);
  const keeping = useKeepReason(workspace);
  // Only a menu that is closed without a choice returns the focus to its button.
  const [isPicked, setPicked] = useState(false);
  const pick = (each: string) => {
    setPicked(true);
    onPick(each);
  };
  const text = reason.trim();
  const all = kept.data ?? [];
  const isKept = all.includes(text);
  const toggle = () => {
    if (!keeping.isPending) keeping.mutate({ text, keep: !isKept });
  };
  return (
    <>
      <div className={classes['row']}>
        {all.length > 0 && (
          <Menu
            position="top-start"
            withinPortal={false}
            returnFocus={!isPicked}
            onOpen={() => setPicked(false)}
          >
            <Menu.Target>
              <Button size="compact-sm" variant="subtle">
                Use a kept reason
              </Button>
            </Menu.Target>
            <Menu.Dropdown className={classes['menu']}>
              {all.map((each) => (
                <Menu.Item key={each} title={each} onClick={() => pick(each)}>
                  <span className={classes['text']} dir="auto">
                    {each}
                  </span>
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
        {kept.data && text !== '' && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={toggle}>
            {isKept ? 'Don’t keep this reason' : 'Keep this reason'}
          </Button>
        )}
      </div>
      <ErrorNotice error={kept.error ?? keeping.error} />
    </>
  );
}
