import { Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import {
  IconCheck,
  IconLogin2,
  IconLogout,
  IconPencil,
  IconPlus,
  IconSelector,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { useLocation } from 'wouter';
import { attentionOf } from '../../shared/outbox.ts';
import type { Workspace } from '../../shared/workspace.ts';
import { api } from '../api/api.ts';
import {
  useAppState,
  useCurrentWorkspace,
  useOutboxCounts,
  usePolicyStatus,
  useSelectWorkspace,
  useWorkspace,
} from '../api/app-state.tsx';
import { SHOW_ERROR_IN_SHELL } from '../api/query-client.ts';
import { CountBadge } from './chips.tsx';
import { askToConfirm } from './dialog.tsx';
import { countOf, serviceHost } from './format.ts';
import type { Action } from './shortcuts.ts';
import { showToast } from './toast.tsx';
import { attentionWords } from './words.ts';
import classes from './workspace-switcher.module.css';

/** The workspace button with its menu: all workspaces, and actions for the current one. */
export function WorkspaceSwitcher() {
  const { workspaces } = useAppState();
  const current = useCurrentWorkspace();
  const select = useSelectWorkspace();
  return (
    <Menu
      position="bottom-start"
      width={264}
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <WorkspaceButton workspace={current} />
      </Menu.Target>
      <Menu.Dropdown>
        {workspaces.map((workspace) => (
          <WorkspaceItem
            key={workspace.id}
            workspace={workspace}
            current={workspace.id === current.id}
            onSelect={() => select.mutate(workspace.id)}
          />
        ))}
        <Menu.Divider />
        <WorkspaceActions current={current} />
      </Menu.Dropdown>
    </Menu>
  );
}

interface WorkspaceItemProps {
  readonly workspace: Workspace;
  readonly current: boolean;
  readonly onSelect: () => void;
}

function WorkspaceItem({ workspace, current, onSelect }: WorkspaceItemProps) {
  const counts = useOutboxCounts(workspace.id);
  const forPerson = attentionOf(counts);
  const kinds = attentionWords(counts);
  const words = countOf(forPerson, 'needs you', 'need you');
  return (
    <Menu.Item
      aria-current={current || undefined}
      rightSection={
        <span className={classes['marks']}>
          {forPerson > 0 && (
            <span title={kinds}>
              <CountBadge count={forPerson} urgent />
              <VisuallyHidden>{words}</VisuallyHidden>
            </span>
          )}
          {current && <IconCheck size={15} aria-hidden />}
        </span>
      }
      onClick={() => !current && onSelect()}
    >
      <span className={classes['item']} dir="auto">
        {workspace.name}
      </span>
      <span className={classes['place']}>{serviceHost(workspace)}</span>
      {kinds !== '' && (
        <Text span inherit fz="xs" c="var(--tone-wait)" display="block">
          {kinds}
        </Text>
      )}
    </Menu.Item>
  );
}

interface ConnectionAction extends Action {
  readonly icon: ReactNode;
}

/** What can be done with the connection of the workspace on screen, for the menu and the palette. */
export function useConnectionActions(): readonly ConnectionAction[] {
  const { session, policy } = useAppState();
  const current = useCurrentWorkspace();
  const { mayEdit, asksForSecret } = usePolicyStatus()(current);
  const [, navigate] = useLocation();
  const { api: workspace } = useWorkspace();
  const signIn = useMutation({ mutationFn: workspace.session.signIn, meta: SHOW_ERROR_IN_SHELL });
  const signOut = useMutation({ mutationFn: workspace.session.signOut, meta: SHOW_ERROR_IN_SHELL });
  const group = 'Workspace';
  const connect: ConnectionAction = {
    id: 'connect',
    name: 'Add a connection',
    group,
    icon: <IconPlus size={15} aria-hidden />,
    run: () => navigate('/connect'),
  };
  const edit: ConnectionAction = {
    id: 'connection',
    name: mayEdit ? 'Edit this connection' : 'Enter the client secret',
    group,
    keywords: 'address client secret',
    icon: <IconPencil size={15} aria-hidden />,
    run: () => navigate(`/connections/${current.id}`),
  };
  const leave: ConnectionAction = {
    id: 'sign-out',
    name: 'Sign out',
    group,
    icon: <IconLogout size={15} aria-hidden />,
    run: () => signOut.mutate(),
  };
  const enter: ConnectionAction = {
    id: 'sign-in',
    name: 'Sign in to this workspace',
    group,
    icon: <IconLogin2 size={15} aria-hidden />,
    run: () => signIn.mutate(),
  };
  const signInOrOut = session?.phase === 'signed_in' ? leave : enter;
  return [
    ...(policy.connectionsLocked ? [] : [connect]),
    ...(mayEdit || asksForSecret ? [edit] : []),
    // Until the key store answers, nobody knows which.
    ...(session?.phase === 'waiting_for_key_store' ? [] : [signInOrOut]),
  ];
}

function WorkspaceActions({ current }: { current: Workspace }) {
  const { mayRemove } = usePolicyStatus()(current);
  return (
    <>
      {useConnectionActions().map(({ id, name, icon, run }) => (
        <Menu.Item key={id} leftSection={icon} onClick={run}>
          {name}
        </Menu.Item>
      ))}
      {mayRemove && (
        <>
          <Menu.Divider />
          <Menu.Item
            color="red.9"
            leftSection={<IconTrash size={15} aria-hidden />}
            onClick={() => askToRemoveWorkspace(current)}
          >
            Remove this workspace
          </Menu.Item>
        </>
      )}
    </>
  );
}

interface WorkspaceButtonProps extends ComponentProps<'button'> {
  readonly workspace: Workspace;
}

/** The button with the current workspace's name. */
function WorkspaceButton({ workspace, ...props }: WorkspaceButtonProps) {
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

/** Asks for confirmation, then hides a workspace and deletes its secrets. */
export function askToRemoveWorkspace(workspace: Workspace): void {
  askToConfirm({
    title: `Remove “${workspace.name}”?`,
    body: 'Its sign-in and client secret are deleted and its requests are no longer shown. The service keeps its data.',
    confirm: 'Remove workspace',
    danger: true,
    run: async () => {
      await api.workspaces.remove({ id: workspace.id });
      showToast({ title: 'Workspace removed', message: workspace.name });
    },
  });
}
