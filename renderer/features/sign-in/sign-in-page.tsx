import { Button, Loader } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { AppError } from '../../../shared/failures.ts';
import type { SessionStatus } from '../../../shared/session.ts';
import { useAppState, useCurrentWorkspace, usePolicyStatus, useWorkspace } from '../../api/app-state.tsx';
import { FocusedPage } from '../../parts/focused-page.tsx';
import { serviceHost } from '../../parts/format.ts';
import { ErrorNotice } from '../../parts/notice.tsx';
import { isCuredInConnection, SignedOutReason, SignInSteps } from '../../parts/sign-in-steps.tsx';
import { askToRemoveWorkspace, WorkspaceSwitcher } from '../../parts/workspace-switcher.tsx';
import { sectionPath } from '../../routes/paths.ts';

/** The first sign-in to an empty workspace. `onSkip` opens the workspace signed out. */
export function SignInPage({ onSkip }: { onSkip: () => void }) {
  const { session } = useAppState();
  const workspace = useCurrentWorkspace();
  return (
    <FocusedPage
      title={titleOf(session)}
      lead={
        <>
          {workspace.name} · {serviceHost(workspace)}
        </>
      }
      below={session?.phase !== 'waiting_for_browser' && <WaysOut onSkip={onSkip} />}
    >
      <Stage session={session} />
    </FocusedPage>
  );
}

function titleOf(session: SessionStatus | null): string {
  switch (session?.phase) {
    case 'waiting_for_browser':
      return 'Waiting for your browser';
    case 'exchanging_code':
      return 'Finishing sign-in';
    default:
      return 'Sign in';
  }
}

function Stage({ session }: { session: SessionStatus | null }) {
  switch (session?.phase) {
    case 'waiting_for_browser':
      return <SignInSteps link={session.link} way={session.way} />;
    case 'exchanging_code':
      return <Loader size="sm" role="img" aria-label="Finishing sign-in" />;
    case 'signed_out':
      return <SignedOut reason={session.reason} />;
    default:
      return <SignedOut reason={undefined} />;
  }
}

function SignedOut({ reason }: { reason: AppError | undefined }) {
  const signIn = useMutation({ mutationFn: useWorkspace().api.session.signIn });
  const workspace = useCurrentWorkspace();
  const { secretMissing } = usePolicyStatus()(workspace);
  const [, navigate] = useLocation();
  const isCured = useIsCuredInConnection(reason);
  if (secretMissing) return <SecretFirst />;
  return (
    <>
      {reason ? (
        <SignedOutReason reason={reason} />
      ) : (
        <p style={{ margin: 0 }}>You sign in with your browser. Callboard opens it for you.</p>
      )}
      {/* If the sign-in could not start, the reason above already says so. */}
      {!reason && <ErrorNotice error={signIn.error} />}
      {isCured && <Button onClick={() => navigate(`/connections/${workspace.id}`)}>Edit connection</Button>}
      <Button
        variant={isCured ? 'default' : 'filled'}
        loading={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        Sign in
      </Button>
    </>
  );
}

/** Whether the person should, and may, correct the connection before they sign in again. */
function useIsCuredInConnection(reason: AppError | undefined): boolean {
  const { mayEdit } = usePolicyStatus()(useCurrentWorkspace());
  return mayEdit && isCuredInConnection(reason);
}

/** For a workspace that the organisation set up without its client secret. */
function SecretFirst() {
  const { id } = useCurrentWorkspace();
  const [, navigate] = useLocation();
  return (
    <>
      <p style={{ margin: 0 }}>
        Your organisation set up this workspace without its client secret. Ask the service’s administrator for
        it.
      </p>
      <Button onClick={() => navigate(`/connections/${id}`)}>Enter client secret</Button>
    </>
  );
}

function WaysOut({ onSkip }: { onSkip: () => void }) {
  const { workspaces, session } = useAppState();
  const isOffered = useIsCuredInConnection(session?.phase === 'signed_out' ? session.reason : undefined);
  const workspace = useCurrentWorkspace();
  const { mayEdit, mayRemove } = usePolicyStatus()(workspace);
  const [, navigate] = useLocation();
  return (
    <>
      <WayOut words="Open without signing in" onClick={onSkip} />
      <WayOut
        words="Connection check"
        onClick={() => {
          onSkip();
          navigate(sectionPath('/settings/network', 'Connection check'));
        }}
      />
      {mayEdit && !isOffered && (
        <WayOut words="Edit connection" onClick={() => navigate(`/connections/${workspace.id}`)} />
      )}
      {workspaces.length > 1 && <WorkspaceSwitcher />}
      {workspaces.length <= 1 && mayRemove && (
        <WayOut words="Remove this workspace" onClick={() => askToRemoveWorkspace(workspace)} />
      )}
    </>
  );
}

function WayOut({ words, onClick }: { words: string; onClick: () => void }) {
  return (
    <Button variant="subtle" color="gray" onClick={onClick}>
      {words}
    </Button>
  );
}
