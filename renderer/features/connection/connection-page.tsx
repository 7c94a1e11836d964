import { useLocation } from 'wouter';
import { CUSTOM_SCHEME_REDIRECT } from '../../../shared/custom-scheme.ts';
import type { AppError } from '../../../shared/failures.ts';
import type { ConnectionInput, Workspace } from '../../../shared/workspace.ts';
import { useAppState } from '../../api/app-state.tsx';
import { usePolicyStatus } from '../../api/policy.ts';
import { useGoToWorkspace, useSaveConnection } from '../../api/workspaces.ts';
import { lazyComponent } from '../../parts/loading/lazy-component.tsx';
import { Notice } from '../../parts/notice/notice.tsx';
import { FocusedPage } from '../../parts/page/focused-page.tsx';
import { isCuredInConnection } from '../../parts/sign-in/cured-in-connection.ts';
import { showToast } from '../../parts/toast/show-toast.tsx';
import { BackButton } from './back-button.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { SecretPage } from './secret-page.tsx';

/** Adds a connection, or edits the one with the given ID. */
export function ConnectionPage({ workspaceId }: { workspaceId: string | null }) {
  const [, navigate] = useLocation();
  const { workspaces, policy } = useAppState();
  const workspace = workspaces.find(({ id }) => id === workspaceId) ?? null;
  const save = useSaveConnection(workspace?.id ?? null);
  const goToNew = useGoToWorkspace();
  const standing = usePolicyStatus();
  const failure = useFailedSignIn(workspace);

  if (workspace && standing(workspace).asksForSecret) return <SecretPage workspace={workspace} />;
  if (workspace ? !standing(workspace).mayEdit : policy.connectionsLocked) return <NotYours />;

  const submit = (connection: ConnectionInput) =>
    save.mutate(connection, {
      onSuccess: (saved) => {
        if (workspace) showToast({ title: 'Connection saved', message: saved.name });
        if (workspace) navigate('/requests');
        else void goToNew(saved);
      },
    });

  return (
    <FocusedPage
      title={workspace ? 'Edit connection' : 'Connect to your service'}
      lead="The service’s administrator gives you these. You sign in with your browser; Callboard never sees your password."
      below={<BackButton />}
    >
      {failure && <SignedOutReason reason={failure} />}
      <ConnectionForm
        key={workspace?.id}
        initial={initialValues(workspace)}
        secretKept={workspace !== null}
        saving={save.isPending}
        error={save.error}
        further={failure?.code === 'wrong_issuer'}
        onSubmit={submit}
      />
    </FocusedPage>
  );
}

// Lazy, because it loads the words of all failures.
const SignedOutReason = lazyComponent(
  async () => (await import('../../parts/sign-in/signed-out-reason.tsx')).SignedOutReason,
);

/** Why the last sign-in failed, if it is the open workspace's and is to be corrected here. */
function useFailedSignIn(of: Workspace | null): AppError | undefined {
  const { currentWorkspace, session } = useAppState();
  const reason = session?.phase === 'signed_out' ? session.reason : undefined;
  return of && of.id === currentWorkspace?.id && isCuredInConnection(reason) ? reason : undefined;
}

/** For links to a connection that the user may not change. */
function NotYours() {
  return (
    <FocusedPage title="Set by your organisation" below={<BackButton />}>
      <Notice tone="info">
        Your organisation sets the connections on this computer. You can’t add or change them here.
      </Notice>
    </FocusedPage>
  );
}

function initialValues(workspace: Workspace | null): Required<ConnectionInput> {
  return {
    name: workspace?.name ?? '',
    baseUrl: workspace?.baseUrl ?? '',
    authUrl: workspace?.authUrl ?? '',
    issuer: workspace?.issuer ?? '',
    clientId: workspace?.clientId ?? '',
    clientSecret: '',
    redirectUri: workspace?.redirectUri ?? CUSTOM_SCHEME_REDIRECT,
  };
}
