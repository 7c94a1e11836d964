import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { useAppState } from '../../../api/app-state.tsx';
import { Section } from '../../../parts/section/section.tsx';
import { FixedMark } from '../fixed-mark.tsx';
import { WorkspaceList } from './workspace-list.tsx';

/** The workspaces on this computer. */
export function WorkspacesPart() {
  const [, navigate] = useLocation();
  const { connectionsLocked } = useAppState().policy;
  return (
    <Section
      title="Workspaces"
      aside={
        connectionsLocked ? (
          <FixedMark />
        ) : (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => navigate('/connect')}
          >
            Add a connection
          </Button>
        )
      }
    >
      <WorkspaceList />
    </Section>
  );
}
