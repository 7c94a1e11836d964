import { UnstyledButton } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import type { Workspace } from '../../../shared/workspace.ts';
import { serviceHost } from './service-host.ts';
import classes from './workspace-switcher.module.css';

interface WorkspaceButtonProps extends ComponentProps<'button'> {
  readonly workspace: Workspace;
}

/** The button with the current workspace's name. */
export function WorkspaceButton({ workspace, ...props }: WorkspaceButtonProps) {
  return (
    <UnstyledButton
      {...props}
      className={classes['button']}
      title={`${workspace.name} – ${serviceHost(workspace)}`}
    >
      <span className={classes['mark']} data-kind={workspace.kind} aria-hidden>
        {workspace.name.slice(0, 1).toLocaleUpperCase()}
      </span>
      <span className={classes['name']} dir="auto">
        {workspace.name}
      </span>
      <IconSelector size={15} className={classes['arrow']} aria-hidden />
    </UnstyledButton>
  );
}
