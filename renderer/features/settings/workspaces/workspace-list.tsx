import { Button, Group } from '@mantine/core';
import { useLocation } from 'wouter';
import type { Workspace } from '../../../../shared/workspace.ts';
import { useAppState } from '../../../api/app-state.tsx';
import { usePolicyStatus } from '../../../api/policy.ts';
import { ClippedText } from '../../../parts/text/clipped-text.tsx';
import { askToRemoveWorkspace } from '../../../parts/workspace/ask-to-remove-workspace.tsx';
import { serviceHost } from '../../../parts/workspace/service-host.ts';
import { FixedMark } from '../fixed-mark.tsx';
import classes from './workspace-list.module.css';

/** All workspaces; the open one is marked. */
export function WorkspaceList() {
  const { workspaces, currentWorkspace } = useAppState();
  return (
    <ul className={classes['list']}>
      {workspaces.map((workspace) => (
        <WorkspaceEntry
          key={workspace.id}
          workspace={workspace}
          open={workspace.id === currentWorkspace?.id}
        />
      ))}
    </ul>
  );
}

function WorkspaceEntry({ workspace, open }: { workspace: Workspace; open: boolean }) {
  const [, navigate] = useLocation();
  const { managed, held, mayEdit, mayRemove, asksForSecret } = usePolicyStatus()(workspace);
  const facts = [
    serviceHost(workspace),
    ...(open ? ['open'] : []),
    ...(held ? ['not allowed by your organisation'] : []),
  ];
  return (
    <li className={classes['item']}>
      <div className={classes['text']}>
        <ClippedText strong>{workspace.name}</ClippedText>
        <div className={classes['facts']}>
          <ClippedText dimmed>{facts.join(' · ')}</ClippedText>
        </div>
        {managed && <FixedMark />}
      </div>
      <Group gap={6} wrap="nowrap">
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
