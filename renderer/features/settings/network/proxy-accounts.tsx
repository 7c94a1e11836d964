import { Button, Group, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { type ProxyAccount, proxyCredentialsInput } from '../../../../shared/network.ts';
import { useAppState } from '../../../api/app-state.tsx';
import { useForgetProxyCredentials, useSaveProxyCredentials } from '../../../api/network.ts';
import { fieldErrors } from '../../../parts/form/field-errors.ts';
import { focusFirstError } from '../../../parts/form/focus-first-error.ts';
import { useFocusOnMount } from '../../../parts/form/use-focus-on-mount.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { Section } from '../../../parts/section/section.tsx';
import classes from './network.module.css';

/** Credentials for the proxies in use. */
export function ProxyAccounts({ accounts }: { accounts: readonly ProxyAccount[] }) {
  return (
    <Section title="Proxy sign-in">
      <ul className={classes['list']}>
        {accounts.map((account) => (
          <Account key={account.proxy} account={account} />
        ))}
      </ul>
      <p className={classes['note']}>
        Only needed for proxies that ask for it. The password is sent to that proxy only and stored like a
        sign-in. NTLM and Kerberos are not supported.
      </p>
    </Section>
  );
}

function Account({ account: { proxy, userName } }: { account: ProxyAccount }) {
  const { keyStore } = useAppState();
  const noName = keyStore === 'unknown' ? 'Waiting for the key store' : 'No user name';
  const [editing, setEditing] = useState(false);
  const forget = useForgetProxyCredentials();
  const edit = useRef<HTMLButtonElement>(null);
  // The element with the focus is about to disappear.
  const focusEdit = () => requestAnimationFrame(() => edit.current?.focus());
  const close = () => {
    setEditing(false);
    focusEdit();
  };
  return (
    <li>
      <div className={classes['item']}>
        <div className={classes['text']}>
          <div className={classes['url']}>{proxy}</div>
          <div className={classes['purposes']} dir="auto">
            {userName === null ? noName : `As ${userName}`}
          </div>
        </div>
        {!editing && (
          <Group gap={6} wrap="nowrap">
            <Button
              ref={edit}
              size="xs"
              variant="default"
              aria-label={`${userName === null ? 'Enter' : 'Change'} the sign-in for ${proxy}`}
              onClick={() => setEditing(true)}
            >
              {userName === null ? 'Enter' : 'Change'}
            </Button>
            {userName !== null && (
              <Button
                size="xs"
                variant="default"
                aria-label={`Forget the sign-in for ${proxy}`}
                onClick={() => forget.mutate(proxy, { onSuccess: focusEdit })}
              >
                Forget
              </Button>
            )}
          </Group>
        )}
      </div>
      {editing && <AccountForm proxy={proxy} userName={userName ?? ''} onDone={close} />}
      <ErrorNotice error={forget.error} />
    </li>
  );
}

interface AccountFormProps {
  readonly proxy: string;
  readonly userName: string;
  readonly onDone: () => void;
}

function AccountForm({ proxy, userName, onDone }: AccountFormProps) {
  const [typed, setTyped] = useState({ proxy, userName, password: '' });
  const [tried, setTried] = useState(false);
  const save = useSaveProxyCredentials();
  const first = useFocusOnMount<HTMLInputElement>();
  const checked = proxyCredentialsInput.safeParse(typed);
  const errorOf = (field: string) => (tried ? fieldErrors(proxyCredentialsInput, typed)[field] : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (checked.success) save.mutate(checked.data, { onSuccess: onDone });
    else focusFirstError();
  };
  return (
    <form className={classes['form']} data-continues onSubmit={submit} noValidate>
      <div className={classes['fields']}>
        <TextInput
          ref={first}
          label="User name"
          autoComplete="off"
          spellCheck={false}
          value={typed.userName}
          error={errorOf('userName')}
          onChange={(event) => setTyped({ ...typed, userName: event.currentTarget.value })}
        />
        <PasswordInput
          label="Password"
          autoComplete="off"
          value={typed.password}
          error={errorOf('password')}
          onChange={(event) => setTyped({ ...typed, password: event.currentTarget.value })}
        />
      </div>
      <ErrorNotice error={save.error} />
      <Group gap={8}>
        <Button type="submit" size="xs">
          Save
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
