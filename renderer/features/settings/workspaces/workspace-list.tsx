import { Button, Group } from '@mantine/core';
import { Link, useLocation } from 'wouter';
import type { Workspace } from '../../../../shared/workspace.ts';
import { useAppState } from '../../../api/app-state.tsx';
import { usePolicyStatus } from '../../../api/policy.ts';
import { FixedMark } from '../../../parts/policy/fixed-mark.tsx';
import { ClippedText } from '../../../parts/text/clipped-text.tsx';
import { askToRemoveWorkspace } from '../../../parts/workspace/ask-to-remove-workspace.tsx';
import { serviceHost } from '../../../parts/workspace/service-host.ts';
import { workspaceSettingsPath } from '../../../routes/settings-parts.ts';
import classes from './workspace-list.module.css';

/** All workspaces; the open one is marked. `chosen`: the one whose settings are shown below. */
export function WorkspaceList({ chosen }: { chosen: Workspace }) {
  const { workspaces, currentWorkspace } = useAppState();
  return (
    <ul className={classes['list']}>
      {workspaces.map((workspace) => (
        <WorkspaceEntry
          key={workspace.id}
          workspace={workspace}
          open={workspace.id === currentWorkspace?.id}
          chosen={workspace.id === chosen.id}
          only={workspaces.length === 1}
        />
      ))}
    </ul>
  );
}

interface WorkspaceEntryProps {
  readonly workspace: Workspace;
  readonly open: boolean;
  readonly chosen: boolean;
  /** There is no other one to choose. */
  readonly only: boolean;
}

function WorkspaceEntry({ workspace, open, chosen, only }: WorkspaceEntryProps) {
  const [, navigate] = useLocation();
  const { managed, held, mayEdit, mayRemove, asksForSecret } = usePolicyStatus()(workspace);
  const facts = [
    serviceHost(workspace),
    ...(open ? ['open'] : []),
    ...(held ? ['not allowed by your organisation'] : []),
  ];
  return (
    <li className={classes['item']} data-chosen={(chosen && !only) || undefined}>
      <div className={classes['text']}>
        <ClippedText strong>{workspace.name}</ClippedText>
        <div className={classes['facts']}>
          <ClippedText dimmed>{facts.join(' · ')}</ClippedText>
        </div>
        {managed && <FixedMark />}
      </div>
      <Group gap={6} wrap="nowrap">
        {!only && (
          <Button
            component={Link}
            href={workspaceSettingsPath(workspace.id)}
            size="xs"
            variant={chosen ? 'light' : 'default'}
            aria-label={`Settings of ${workspace.name}`}
            aria-current={chosen ? 'true' : undefined}
          >
            {chosen ? 'Shown below' : 'Settings'}
          </Button>
        )}
        {(mayEdit || asksForSecret) && (
          <Button
            size="xs"
            variant="default"
            aria-label={mayEdit ? `Edit ${workspace.name}` : `Enter client secret of ${workspace.name}`}
            onClick={() => navigate(`/connections/${workspace.id}`)}
          >
            {mayEdit ? 'Edit' : 'Enter client secret'}
          </Button>
        )}
        {mayRemove && (
          <Button
            size="xs"
            variant="default"
            aria-label={`Remove ${workspace.name}`}
            onClick={() => askToRemoveWorkspace(workspace)}
          >
            Remove
          </Button>
        )}
      </Group>
    </li>
  );
}
