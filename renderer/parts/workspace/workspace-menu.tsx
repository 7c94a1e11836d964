import { Menu, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconLogin2, IconLogout, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type RefObject, useRef } from 'react';
import { useLocation } from 'wouter';
import { attentionOf } from '../../../shared/outbox.ts';
import type { Workspace } from '../../../shared/workspace.ts';
import { useAppState, useCurrentWorkspace, useOutboxCounts } from '../../api/app-state.tsx';
import { usePolicyStatus } from '../../api/policy.ts';
import { useSignIn, useSignOut } from '../../api/session.ts';
import { useSelectWorkspace } from '../../api/workspaces.ts';
import { countOf } from '../text/count-of.ts';
import { askToRemoveWorkspace } from './ask-to-remove-workspace.tsx';
import { attentionWords } from './attention-words.ts';
import { serviceHost } from './service-host.ts';
import { useFocusHandover } from './use-focus-handover.ts';
import { WorkspaceButton } from './workspace-button.tsx';
import classes from './workspace-switcher.module.css';

interface WorkspaceMenuProps {
  readonly defaultOpened: boolean;
  /** Whether the button it replaces had the focus. */
  readonly focused: RefObject<boolean>;
}

/** The workspace button with its menu: all workspaces, and actions for the current one. */
export function WorkspaceMenu({ defaultOpened, focused }: WorkspaceMenuProps) {
  const { workspaces } = useAppState();
  const current = useCurrentWorkspace();
  const select = useSelectWorkspace();
  const button = useRef<HTMLButtonElement>(null);
  useFocusHandover(button, focused);
  return (
    <Menu
      defaultOpened={defaultOpened}
      position="bottom-start"
      width={264}
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <WorkspaceButton workspace={current} ref={button} />
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
            <span className={classes['count']} title={kinds}>
              <span aria-hidden>{forPerson > 999 ? '999+' : forPerson}</span>
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
      {kinds !== '' && <span className={classes['kinds']}>{kinds}</span>}
    </Menu.Item>
  );
}

function WorkspaceActions({ current }: { current: Workspace }) {
  const { session, policy } = useAppState();
  const { mayEdit, mayRemove, asksForSecret } = usePolicyStatus()(current);
  const [, navigate] = useLocation();
  const signIn = useSignIn();
  const signOut = useSignOut();
  const signedIn = session?.phase === 'signed_in';
  const mayBeSignedIn = session?.phase === 'waiting_for_key_store';
  return (
    <>
      {!policy.connectionsLocked && (
        <Menu.Item leftSection={<IconPlus size={15} aria-hidden />} onClick={() => navigate('/connect')}>
          Add a connection
        </Menu.Item>
      )}
      {(mayEdit || asksForSecret) && (
        <Menu.Item
          leftSection={<IconPencil size={15} aria-hidden />}
          onClick={() => navigate(`/connections/${current.id}`)}
        >
          {mayEdit ? 'Edit this connection' : 'Enter the client secret'}
        </Menu.Item>
      )}
      {signedIn ? (
        <Menu.Item leftSection={<IconLogout size={15} aria-hidden />} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
      ) : mayBeSignedIn ? null : (
        <Menu.Item leftSection={<IconLogin2 size={15} aria-hidden />} onClick={() => signIn.mutate()}>
          Sign in to this workspace
        </Menu.Item>
      )}
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
