import { Button, Group, Skeleton, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import type { Workspace } from '../../../../shared/workspace.ts';
import {
  InWorkspace,
  useAppState,
  useCurrentWorkspace,
  usePolicyStatus,
  useWorkspace,
} from '../../../api/app-state.tsx';
import { serviceHost } from '../../../parts/format.ts';
import { FramedRow, PlainList } from '../../../parts/layout.tsx';
import { ErrorNotice } from '../../../parts/notice.tsx';
import { FixedMark, Section } from '../../../parts/page.tsx';
import { ClippedText } from '../../../parts/text.tsx';
import { askToRemoveWorkspace } from '../../../parts/workspace-switcher.tsx';
import { usePathSegment } from '../../../routes/hash-location.ts';
import { workspaceSettingsPath } from '../../../routes/settings-parts.ts';
import classes from '../settings.module.css';
import { CallingRules } from '../workspace-rules-sections.tsx';

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
  const { data, error, refetch } = useQuery(useWorkspace().queries.rules.get());
  if (error) {
    const title = "Couldn't load the rules of this workspace.";
    return <ErrorNotice error={error} title={title} onRetry={() => void refetch()} />;
  }
  return data ? <CallingRules rules={data} /> : <Skeleton height={160} radius="md" />;
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

/** All workspaces; the open one is marked. `chosen`: the one whose settings are shown below. */
function WorkspaceList({ chosen }: { chosen: Workspace }) {
  const { workspaces, currentWorkspace } = useAppState();
  return (
    <PlainList framed>
      {workspaces.map((workspace) => (
        <WorkspaceEntry
          key={workspace.id}
          workspace={workspace}
          open={workspace.id === currentWorkspace?.id}
          chosen={workspace.id === chosen.id}
          only={workspaces.length === 1}
        />
      ))}
    </PlainList>
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
    <FramedRow className={classes['workspace']} component="li" data-chosen={(chosen && !only) || undefined}>
      <div>
        <ClippedText strong>{workspace.name}</ClippedText>
        <Text component="div" inherit fz="xs">
          <ClippedText dimmed>{facts.join(' · ')}</ClippedText>
        </Text>
        {managed && <FixedMark />}
      </div>
      <Group gap={6} wrap="nowrap">
        {!only && (
          <Button
            component={Link}
            href={workspaceSettingsPath(workspace.id)}
            variant={chosen ? 'light' : 'default'}
            aria-label={`Settings of ${workspace.name}`}
            aria-current={chosen ? 'true' : undefined}
          >
            {chosen ? 'Shown below' : 'Settings'}
          </Button>
        )}
        {(mayEdit || asksForSecret) && (
          <Button
            variant="default"
            aria-label={mayEdit ? `Edit ${workspace.name}` : `Enter client secret of ${workspace.name}`}
            onClick={() => navigate(`/connections/${workspace.id}`)}
          >
            {mayEdit ? 'Edit' : 'Enter client secret'}
          </Button>
        )}
        {mayRemove && (
          <Button
            variant="default"
            aria-label={`Remove ${workspace.name}`}
            onClick={() => askToRemoveWorkspace(workspace)}
          >
            Remove
          </Button>
        )}
      </Group>
    </FramedRow>
  );
}
