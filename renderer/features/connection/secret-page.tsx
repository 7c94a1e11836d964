import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Workspace } from '../../../shared/workspace.ts';
import { toApiError } from '../../api/api-error.ts';
import { useEnterSecret } from '../../api/policy.ts';
import { useGoToWorkspace } from '../../api/workspaces.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { FocusedPage } from '../../parts/page/focused-page.tsx';
import { serviceHost } from '../../parts/workspace/service-host.ts';
import { BackButton } from './back-button.tsx';
import classes from './connection-form.module.css';
import { SecretInput } from './secret-input.tsx';

/** Asks for the client secret of a workspace that the organisation set up without one. */
export function SecretPage({ workspace }: { workspace: Workspace }) {
  const goTo = useGoToWorkspace();
  const [secret, setSecret] = useState('');
  const [missing, setMissing] = useState(false);
  const enter = useEnterSecret(workspace.id);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setMissing(secret === '');
    if (secret !== '') enter.mutate(secret, { onSuccess: goTo });
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
