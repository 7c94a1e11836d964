import { Button, Group } from '@mantine/core';
import { useLocation } from 'wouter';
import { useAppState } from '../../../api/app-state.tsx';
import { ClippedText } from '../../../parts/text/clipped-text.tsx';
import { askToRemoveWorkspace } from '../../../shell/ask-to-remove-workspace.tsx';
import { workspacePlace } from '../../../shell/workspace-place.ts';
import classes from './workspace-list.module.css';

/** All connections, the open one marked. */
export function WorkspaceList() {
  const { workspaces, currentWorkspace } = useAppState();
  const [, navigate] = useLocation();
  return (
    <ul className={classes['list']}>
      {workspaces.map((workspace) => (
        <li key={workspace.id} className={classes['item']}>
          <div className={classes['text']}>
            <ClippedText strong>{workspace.name}</ClippedText>
            <ClippedText dimmed>
              {workspace.id === currentWorkspace?.id
                ? `${workspacePlace(workspace)} · open`
                : workspacePlace(workspace)}
            </ClippedText>
          </div>
          <Group gap={6} wrap="nowrap">
            {workspace.kind === 'service' && (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`Edit ${workspace.name}`}
                onClick={() => navigate(`/connections/${workspace.id}`)}
              >
                Edit
              </Button>
            )}
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Remove ${workspace.name}`}
              onClick={() => askToRemoveWorkspace(workspace)}
            >
              Remove
            </Button>
          </Group>
        </li>
      ))}
    </ul>
  );
}
