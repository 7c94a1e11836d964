import { Button, PasswordInput, type PasswordInputProps, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { CUSTOM_SCHEME_REDIRECT } from '../../../shared/custom-scheme.ts';
import type { AppError } from '../../../shared/failures.ts';
import {
  type ConnectionInput,
  connectionInput,
  redirectWay,
  type Workspace,
} from '../../../shared/workspace.ts';
import { api, toApiError } from '../../api/api.ts';
import { selectWorkspace, useAppState, usePolicyStatus } from '../../api/app-state.tsx';
import { FocusedPage } from '../../parts/focused-page.tsx';
import { fieldErrors, focusFirstError, useServerErrors } from '../../parts/form.tsx';
import { serviceHost } from '../../parts/format.ts';
import { ErrorNotice, Notice } from '../../parts/notice.tsx';
import { isCuredInConnection, SignedOutReason } from '../../parts/sign-in-steps.tsx';
import { showToast } from '../../parts/toast.tsx';
import { FIRST_PAGE } from '../../routes/paths.ts';
import classes from './sign-in.module.css';

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
        if (workspace) navigate(FIRST_PAGE);
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

/** Asks for the client secret of a workspace that the organisation set up without one. */
function SecretPage({ workspace }: { workspace: Workspace }) {
  const goTo = useGoToWorkspace();
  const [secret, setSecret] = useState('');
  const [missing, setMissing] = useState(false);
  const enter = useMutation({ mutationFn: api.managed.enterSecret });

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setMissing(secret === '');
    if (secret !== '') enter.mutate({ id: workspace.id, clientSecret: secret }, { onSuccess: goTo });
  };

  return (
    <FocusedPage
      title="Enter the client secret"
      lead={
        <>
          {workspace.name} · {serviceHost(workspace)}
        </>
      }
      below={<BackButton />}
    >
      <form noValidate className={classes['form']} onSubmit={submit}>
        <SecretInput
          description="Stored on this computer and never shown again. Your organisation has set the rest."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data-autofocus
          autoFocus
          value={secret}
          error={missing ? 'Enter the client secret.' : secretError(enter.error)}
          onChange={(event) => {
            setSecret(event.currentTarget.value);
            setMissing(false);
          }}
        />
        <ErrorNotice error={enter.error} />
        <Button type="submit" loading={enter.isPending}>
          Save and sign in
        </Button>
      </form>
    </FocusedPage>
  );
}

function secretError(error: unknown): string | undefined {
  return error ? toApiError(error).fields['clientSecret'] : undefined;
}

function BackButton() {
  return (
    <Button variant="subtle" color="gray" onClick={() => history.back()}>
      Back
    </Button>
  );
}

interface ConnectionFormProps {
  readonly initial: Required<ConnectionInput>;
  /** A secret is stored, and stays if the field is left empty. */
  readonly secretKept: boolean;
  readonly saving: boolean;
  readonly error: unknown;
  /** Whether the further settings show at first, even if none is set, because the issuer is to be corrected. */
  readonly further: boolean;
  readonly onSubmit: (connection: ConnectionInput) => void;
}

const WAY_WORDS = {
  custom_scheme: 'The browser opens Callboard after sign-in.',
  loopback: 'The browser passes the response to Callboard on this computer.',
  paste: 'After sign-in you copy the address from the browser and paste it into Callboard.',
} as const;

/** The form for a service's addresses and client. */
function ConnectionForm({ initial, secretKept, saving, error, further, onSubmit }: ConnectionFormProps) {
  const [furtherShown, setFurtherShown] = useState(further || initial.issuer !== '');
  const form = useForm({
    initialValues: initial,
    validate: (values) => fieldErrors(connectionInput, values),
    validateInputOnBlur: true,
  });
  useServerErrors(error, form.setErrors);
  const redirectUri = form.values.redirectUri.trim();
  return (
    <form
      noValidate
      className={classes['form']}
      onSubmit={form.onSubmit(onSubmit, (errors) => {
        if (errors['name'] || errors['issuer']) setFurtherShown(true);
        focusFirstError();
      })}
    >
      <TextInput
        label="Service address"
        placeholder="https://screening.example.com"
        inputMode="url"
        spellCheck={false}
        data-autofocus={!further || undefined}
        autoFocus={!further}
        {...form.getInputProps('baseUrl')}
      />
      <TextInput
        label="Sign-in address"
        placeholder="https://login.example.com"
        inputMode="url"
        spellCheck={false}
        {...form.getInputProps('authUrl')}
      />
      <div className={classes['pair']}>
        <TextInput
          label="Client ID"
          spellCheck={false}
          autoComplete="off"
          {...form.getInputProps('clientId')}
        />
        <SecretInput placeholder={secretKept ? 'Unchanged' : ''} {...form.getInputProps('clientSecret')} />
      </div>
      <TextInput
        label="Redirect address"
        description={redirectUri === '' ? undefined : WAY_WORDS[redirectWay(redirectUri)]}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        spellCheck={false}
        {...form.getInputProps('redirectUri')}
      />
      <details
        className={classes['further']}
        open={furtherShown}
        onToggle={(event) => setFurtherShown(event.currentTarget.open)}
      >
        <summary>Further settings</summary>
        <TextInput
          label="Workspace name"
          description="What this connection is called in Callboard."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Issuer"
          placeholder={form.values.authUrl.trim()}
          description="Only if the sign-in service names an issuer other than the sign-in address. Enter it exactly as the administrator gives it."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="url"
          spellCheck={false}
          data-autofocus={further || undefined}
          autoFocus={further}
          {...form.getInputProps('issuer')}
        />
      </details>
      <ErrorNotice error={error} />
      <Button type="submit" loading={saving}>
        Save and sign in
      </Button>
    </form>
  );
}

/** The field for a client secret, which can be shown. */
function SecretInput(props: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <PasswordInput
      label="Client secret"
      autoComplete="off"
      visible={shown}
      onVisibilityChange={setShown}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': shown ? 'Hide' : 'Show' }}
      {...props}
    />
  );
}

/**
 * Goes from the connection page to its workspace, where the sign-in is waiting. Call only while that page is shown: someone
 * who has left it is offered the switch when the sign-in returns.
 */
function useGoToWorkspace() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return async ({ id }: Workspace): Promise<void> => {
    await selectWorkspace(client, id);
    navigate(FIRST_PAGE);
  };
}

/** Saves a new connection, or changes to an existing one; an empty secret keeps the stored one. */
function useSaveConnection(id: string | null) {
  return useMutation({
    mutationFn: (connection: ConnectionInput) =>
      id ? api.workspaces.update({ ...connection, id }) : api.workspaces.connect(connection),
  });
}
