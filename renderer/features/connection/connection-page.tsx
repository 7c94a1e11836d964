import { Button } from '@mantine/core';
import { useLocation } from 'wouter';
import { CUSTOM_SCHEME_REDIRECT } from '../../../shared/custom-scheme.ts';
import type { ConnectionInput, Workspace } from '../../../shared/workspace.ts';
import { useAppState } from '../../api/app-state.tsx';
import { usePolicyStatus } from '../../api/policy.ts';
import { useGoToWorkspace, useSaveConnection } from '../../api/workspaces.ts';
import { Notice } from '../../parts/notice/notice.tsx';
import { FocusedPage } from '../../parts/page/focused-page.tsx';
import { showToast } from '../../parts/toast/show-toast.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { SecretPage } from './secret-page.tsx';

/** Adds a connection, or edits the one with the given id. */
export function ConnectionPage({ workspaceId }: { workspaceId: string | null }) {
  const [, navigate] = useLocation();
  const { workspaces, policy } = useAppState();
  const workspace = workspaces.find(({ id }) => id === workspaceId) ?? null;
  const save = useSaveConnection(workspace?.id ?? null);
  const goToNew = useGoToWorkspace();
  const standing = usePolicyStatus();

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
      lead="Whoever runs the service gives you these. You sign in with your browser; Callboard never sees your password."
      below={
        <Button variant="subtle" color="gray" size="xs" onClick={() => history.back()}>
          Back
        </Button>
      }
    >
      <ConnectionForm
        key={workspace?.id}
        initial={initialValues(workspace)}
        secretKept={workspace !== null}
        saving={save.isPending}
        error={save.error}
        onSubmit={submit}
      />
    </FocusedPage>
  );
}

/** Where a link or an old address leads to a connection that is not the person's to set. */
function NotYours() {
  return (
    <FocusedPage
      title="Set by your organisation"
      below={
        <Button variant="subtle" color="gray" size="xs" onClick={() => history.back()}>
          Back
        </Button>
      }
    >
      <Notice tone="info">
        Your organisation sets the connections on this computer. They cannot be added or changed here.
      </Notice>
    </FocusedPage>
  );
}

function initialValues(workspace: Workspace | null): Required<ConnectionInput> {
  return {
    name: workspace?.name ?? '',
    baseUrl: workspace?.baseUrl ?? '',
    authUrl: workspace?.authUrl ?? '',
    clientId: workspace?.clientId ?? '',
    clientSecret: '',
    redirectUri: workspace?.redirectUri ?? CUSTOM_SCHEME_REDIRECT,
  };
}
