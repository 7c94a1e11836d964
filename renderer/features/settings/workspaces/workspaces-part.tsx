import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import type { Workspace } from '../../../../shared/workspace.ts';
import { InWorkspace, useAppState, useCurrentWorkspace } from '../../../api/app-state.tsx';
import { useRules } from '../../../api/rules.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { FixedMark } from '../../../parts/policy/fixed-mark.tsx';
import { Section } from '../../../parts/section/section.tsx';
import { usePathSegment } from '../../../routes/hash-location.ts';
import { WorkspaceRulesSections } from '../workspace-rules-sections.tsx';
import { WorkspaceList } from './workspace-list.tsx';

/** The workspaces on this computer, and the settings of one of them: the one in the path, else the open one. */
export function WorkspacesPart() {
  const { workspaces } = useAppState();
  const current = useCurrentWorkspace();
  const id = usePathSegment(2);
  const chosen = workspaces.find((workspace) => workspace.id === id) ?? current;
  return (
    <>
      <Connections chosen={chosen} />
      {/* Everything below reads and saves the chosen workspace's rules, whichever one is open. */}
      <InWorkspace workspace={chosen}>
        <WorkspaceRules key={chosen.id} />
      </InWorkspace>
    </>
  );
}

function WorkspaceRules() {
  const { data, error, refetch } = useRules();
  if (error) {
    const title = "Couldn't load the rules of this workspace.";
    return <ErrorNotice error={error} title={title} onRetry={() => void refetch()} />;
  }
  return data ? <WorkspaceRulesSections rules={data} /> : <Skeleton height={160} radius="md" />;
}

function Connections({ chosen }: { chosen: Workspace }) {
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
      <WorkspaceList chosen={chosen} />
    </Section>
  );
}
