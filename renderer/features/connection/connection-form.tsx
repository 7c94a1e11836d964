import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { type ConnectionInput, connectionInput, redirectWay } from '../../../shared/workspace.ts';
import { fieldErrors } from '../../parts/form/field-errors.ts';
import { focusFirstError } from '../../parts/form/focus-first-error.ts';
import { useServerErrors } from '../../parts/form/use-server-errors.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import classes from './connection-form.module.css';
import { SecretInput } from './secret-input.tsx';

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
export function ConnectionForm({
  initial,
  secretKept,
  saving,
  error,
  further,
  onSubmit,
}: ConnectionFormProps) {
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
