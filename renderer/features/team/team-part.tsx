import { Button, Group, NativeSelect, Radio, Skeleton, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import type { TeamConnection, TeamMember, TeamProblem, TeamView } from '../../../shared/team.ts';
import { TLS_WORDS, teamFieldOf, teamProblemWords } from '../../../shared/words/team-words.ts';
import { InWorkspace, useAppState, useCurrentWorkspace, useWorkspace } from '../../api/app-state.tsx';
import { askToConfirm, openDialog } from '../../parts/dialog.tsx';
import { countOf, formatDateTime, formatRelative } from '../../parts/format.ts';
import { Dim, Framed, FramedRow, PlainList, Words } from '../../parts/layout.tsx';
import { ErrorNotice, Notice } from '../../parts/notice.tsx';
import { FixedMark, Section } from '../../parts/page.tsx';
import { ClippedText } from '../../parts/text.tsx';
import { useNow } from '../../parts/time.tsx';
import { usePathSegment } from '../../routes/hash-location.ts';
import { TeamExchange } from './team-exchange.tsx';
import { SaveSqlFile, TeamForm, teamPlace } from './team-form.tsx';

/** The team of a workspace: the one in the path, else the open one. `below`: what follows for a workspace with a team. */
export function TeamPart({ below }: { readonly below: ReactNode }) {
  const { workspaces } = useAppState();
  const current = useCurrentWorkspace();
  const id = usePathSegment(2);
  const [, navigate] = useLocation();
  const chosen = workspaces.find((workspace) => workspace.id === id) ?? current;
  return (
    <>
      {workspaces.length > 1 && (
        <NativeSelect
          label="Workspace"
          w={280}
          data={workspaces.map(({ id: value, name: label }) => ({ value, label }))}
          value={chosen.id}
          onChange={(event) => navigate(`/settings/team/${encodeURIComponent(event.currentTarget.value)}`)}
        />
      )}
      <InWorkspace workspace={chosen}>
        <Team key={chosen.id} below={below} />
      </InWorkspace>
    </>
  );
}

function Team({ below }: { readonly below: ReactNode }) {
  const { data, error, refetch } = useQuery(useWorkspace().queries.team.view());
  const [isChanging, setChanging] = useState(false);
  if (error)
    return <ErrorNotice error={error} title="Couldn't load the team." onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={260} radius="md" />;
  const { connection, state, fixed } = data;
  if (connection === null || isChanging) {
    return (
      <Section title="Team" aside={fixed && <FixedMark />}>
        <Stack gap={16}>
          {connection === null && <Introduction isSet={fixed !== null} />}
          <TeamForm
            connection={connection}
            fixed={fixed}
            onDone={() => setChanging(false)}
            {...(connection && { onCancel: () => setChanging(false) })}
          />
          {connection === null && data.ofColleagues > 0 && <KeptRequests count={data.ofColleagues} />}
        </Stack>
      </Section>
    );
  }
  const change = () => setChanging(true);
  return (
    <>
      <Section title="Team" aside={fixed && <FixedMark />}>
        <Stack gap={12}>
          {'reason' in state && (
            <Trouble
              connection={connection}
              reason={state.reason}
              since={state.phase === 'unreachable' ? state.since : null}
              onChange={change}
            />
          )}
          <Membership view={data} connection={connection} onChange={change} />
          {state.phase === 'connected' && <TeamExchange />}
        </Stack>
      </Section>
      {data.members.length > 0 && <Members members={data.members} />}
      {below}
    </>
  );
}

function Introduction({ isSet }: { readonly isSet: boolean }) {
  return (
    <Words>
      {isSet
        ? 'Your organisation set a team database for this workspace. Nothing is sent until you are connected: enter who you are.'
        : 'With a PostgreSQL database of your company, colleagues share one history, and are asked before they call a person whom another one has submitted. Whoever runs the database gives you its address.'}
    </Words>
  );
}

/** What a person kept of a team that the workspace left. */
function KeptRequests({ count }: { readonly count: number }) {
  const workspace = useCurrentWorkspace();
  const { api } = useWorkspace();
  const remove = () =>
    askToConfirm({
      workspaceId: workspace.id,
      title: 'Remove the requests of colleagues?',
      body: 'They go from this computer. Your own requests stay.',
      confirm: 'Remove them',
      danger: true,
      run: () => api.team.leave({ keepColleagues: false }),
    });
  return (
    <Framed>
      <FramedRow>
        <Words component="div">{countOf(count, 'request')} of former colleagues on this computer</Words>
        <Button variant="default" onClick={remove}>
          Remove…
        </Button>
      </FramedRow>
    </Framed>
  );
}

interface TroubleProps {
  readonly connection: TeamConnection;
  readonly reason: TeamProblem;
  /** UTC ms; null if it is no matter of time. */
  readonly since: number | null;
  readonly onChange: () => void;
}

/** Why there is no connection, and what can be done. */
function Trouble({ connection, reason, since, onChange }: TroubleProps) {
  const { api } = useWorkspace();
  const tryNow = useMutation({ mutationFn: () => api.team.tryNow() });
  const setUp = useMutation({ mutationFn: () => api.team.setUp({ ...connection, password: '' }) });
  const { words, nextStep } = teamProblemWords(reason);
  const isMissing = reason.code === 'no_schema' || reason.code === 'schema_too_old';
  const title = since === null ? words : `The team database can't be reached since ${formatDateTime(since)}.`;
  return (
    <>
      <Notice
        tone={since === null ? 'problem' : 'warning'}
        role="alert"
        title={title}
        actions={
          <Group gap={6}>
            {isMissing && reason.values.maySetUp ? (
              <Button loading={setUp.isPending} onClick={() => setUp.mutate()}>
                {reason.code === 'no_schema' ? 'Set up the team database' : 'Bring it up to date'}
              </Button>
            ) : null}
            {teamFieldOf(reason) === 'password' && (
              <Button variant="default" onClick={onChange}>
                Enter the password
              </Button>
            )}
            <Button variant="default" loading={tryNow.isPending} onClick={() => tryNow.mutate()}>
              Try now
            </Button>
          </Group>
        }
      >
        {since !== null && <p>{words}</p>}
        {nextStep !== undefined && <p>{nextStep}</p>}
        {since !== null && <p>Callboard tries again by itself.</p>}
      </Notice>
      <ErrorNotice error={tryNow.error ?? setUp.error} />
      {isMissing && <SaveSqlFile />}
    </>
  );
}

interface MembershipProps {
  readonly view: TeamView;
  readonly connection: TeamConnection;
  readonly onChange: () => void;
}

/** Where the team is, and how this workspace takes part in it. */
function Membership({ view, connection, onChange }: MembershipProps) {
  const workspace = useCurrentWorkspace();
  const { user, person, tls } = connection;
  const leave = () =>
    openDialog({
      modalId: 'leave-team',
      title: 'Leave the team?',
      workspace,
      content: (close) => <LeaveTeam view={view} onClose={close} />,
    });
  return (
    <Framed>
      <FramedRow>
        <div>
          <Words component="div" fw={500} role="status">
            {STATE_WORDS[view.state.phase]}
          </Words>
          <ClippedText dimmed>{teamPlace(connection)}</ClippedText>
        </div>
        <Group gap={6} wrap="nowrap">
          <Button variant="default" onClick={onChange}>
            Change
          </Button>
          {view.fixed === null && (
            <Button variant="default" onClick={leave}>
              Leave the team…
            </Button>
          )}
        </Group>
      </FramedRow>
      <FramedRow>
        <Words component="div">Colleagues see you as</Words>
        <ClippedText>
          {view.members.find(({ isThisComputer }) => isThisComputer)?.person ?? person}
        </ClippedText>
      </FramedRow>
      <FramedRow>
        <Words component="div">User name</Words>
        <ClippedText>{user}</ClippedText>
      </FramedRow>
      {tls !== 'verify-full' && (
        <FramedRow>
          <Words component="div">Connection</Words>
          <ClippedText>{TLS_WORDS[tls]}</ClippedText>
        </FramedRow>
      )}
      {view.unsent > 0 && (
        <FramedRow>
          <Words component="div">{countOf(view.unsent, 'change')} not in the team database yet</Words>
          <Dim>{view.state.phase === 'connected' ? 'Being sent' : 'Sent once it can be reached'}</Dim>
        </FramedRow>
      )}
    </Framed>
  );
}

const STATE_WORDS = {
  off: 'Not connected',
  connecting: 'Connecting…',
  connected: 'Connected',
  unreachable: 'Not reached',
  refused: 'Not connected',
} as const;

function Members({ members }: { readonly members: readonly TeamMember[] }) {
  const now = useNow();
  return (
    <Section title="Who takes part" aside={<Dim>{countOf(members.length, 'computer')}</Dim>}>
      <PlainList framed>
        {members.map(({ id, person, login, ...member }) => (
          <FramedRow key={id} component="li">
            <div>
              <ClippedText strong>{person}</ClippedText>
              <ClippedText dimmed>{login}</ClippedText>
            </div>
            <Dim flex="none">{memberWords(member, now)}</Dim>
          </FramedRow>
        ))}
      </PlainList>
    </Section>
  );
}

function memberWords(
  { seenAt, isConnected, isThisComputer }: Pick<TeamMember, 'seenAt' | 'isConnected' | 'isThisComputer'>,
  now: number,
): string {
  if (isThisComputer) return 'This computer';
  return isConnected ? 'Connected' : `Last connected ${formatRelative(seenAt, now)}`;
}

/** Asks what to keep. Nothing of the person's own goes either way. */
function LeaveTeam({ view, onClose }: { readonly view: TeamView; readonly onClose: () => void }) {
  const { api, queries } = useWorkspace();
  const { ofColleagues, unsent, state } = useQuery(queries.team.view()).data ?? view;
  const [keeps, setKeeps] = useState(true);
  const leave = useMutation({
    mutationFn: () => api.team.leave({ keepColleagues: keeps }),
    onSuccess: onClose,
  });
  return (
    <Stack gap="md">
      <Words>
        This workspace no longer asks the team before it calls anybody. Your own requests stay here and with
        the team.
      </Words>
      {unsent > 0 && (
        <Notice tone="warning" title={`The team doesn’t have ${countOf(unsent, 'change')} of yours yet.`}>
          <p>
            {state.phase === 'connected' ? 'Wait a moment' : 'Connect once more'} first if your colleagues
            should see {unsent === 1 ? 'it' : 'them'}.
          </p>
        </Notice>
      )}
      {ofColleagues > 0 && (
        <Radio.Group
          label={`${countOf(ofColleagues, 'request')} of colleagues on this computer`}
          value={keeps ? 'keep' : 'remove'}
          onChange={(value) => setKeeps(value === 'keep')}
        >
          <Stack gap={6} mt={6}>
            <Radio value="keep" label="Keep them here; they are no longer refreshed by the team" />
            <Radio value="remove" label="Remove them from this computer" />
          </Stack>
        </Radio.Group>
      )}
      <ErrorNotice error={leave.error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button color="red.9" loading={leave.isPending} onClick={() => leave.mutate()}>
          Leave the team
        </Button>
      </Group>
    </Stack>
  );
}
