import {
  Box,
  Button,
  Group,
  PasswordInput,
  SegmentedControl,
  Skeleton,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import {
  PROXY_MODES,
  type ProxyAccount,
  type ProxyInput,
  type ProxyMode,
  proxyCredentialsInput,
  proxyInput,
  type TrustState,
} from '../../../../shared/network.ts';
import { certificateWords, systemAuthoritiesWords } from '../../../../shared/words/certificate-words.ts';
import { api, queries } from '../../../api/api.ts';
import { useAppState } from '../../../api/app-state.tsx';
import { fieldErrors, focusFirstError, useFocusOnMount } from '../../../parts/form.tsx';
import { BulletList, Dim, Framed, FramedRow, PlainList, Words } from '../../../parts/layout.tsx';
import { ErrorNotice, Notice } from '../../../parts/notice.tsx';
import { Section } from '../../../parts/page.tsx';
import { ClippedText } from '../../../parts/text.tsx';
import { SavedMark, SettingRow, SettingsSection, WithSettings } from '../setting-row.tsx';
import { ConnectionCheck } from './connection-check.tsx';
import classes from './network.module.css';

/** Proxy, certificate authorities, and the check of the connection that they lead to. */
export function NetworkPart() {
  const { data, error, refetch } = useQuery(queries.network.state());
  if (error) {
    const title = "Couldn't load the network settings.";
    return <ErrorNotice error={error} title={title} onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton height={260} radius="md" />;
  return (
    <>
      <ConnectionCheck />
      <ProxySettings saved={data.proxy} />
      {data.accounts.length > 0 && <ProxyAccounts accounts={data.accounts} />}
      <CertificateSettings trust={data.trust} />
      <AdvancedSettings />
    </>
  );
}

/** Numbers that few people change; each has a good default. */
function AdvancedSettings() {
  const { keyStore } = useAppState();
  return (
    <WithSettings>
      {(settings) => (
        <SettingsSection
          section="Advanced"
          settings={settings}
          also={keyStore === 'weak_only' || settings.weakStorageAllowed ? ['weakStorageAllowed'] : []}
        />
      )}
    </WithSettings>
  );
}

/** The certificate authorities in use, and the file that adds to them. */
function CertificateSettings({ trust }: { trust: TrustState }) {
  const choose = useNetworkChange(api.network.chooseCertificateFile);
  const remove = useNetworkChange(api.network.removeCertificateFile);
  const { file } = trust;
  // Gets the focus after the Remove button disappears.
  const add = useRef<HTMLButtonElement>(null);
  return (
    <Section title="Certificates">
      <Framed>
        <SettingRow
          name="Added certificate authorities"
          words="A PEM file from your IT department, for networks that inspect secure connections."
          setting="certificateFile"
        >
          <Group gap={6}>
            <Button ref={add} variant="default" onClick={() => choose.mutate()}>
              {file ? 'Choose another file' : 'Add a file'}
            </Button>
            {file && (
              <Button
                variant="default"
                onClick={() => remove.mutate(undefined, { onSuccess: () => add.current?.focus() })}
              >
                Remove file
              </Button>
            )}
          </Group>
        </SettingRow>
        {file && (
          <FramedRow>
            <ClippedText mono>{file.path}</ClippedText>
            <Dim fz="inherit" flex="none">
              {authorities(file.added)} in use
            </Dim>
          </FramedRow>
        )}
      </Framed>
      {file && file.problems.length > 0 && (
        <Box mt={8}>
          <Notice tone="warning" title="Some certificates in this file can't be used.">
            <BulletList>
              {file.problems.map(certificateWords).map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </BulletList>
          </Notice>
        </Box>
      )}
      {trust.systemProblem !== null && (
        <Notice tone="warning" title={systemAuthoritiesWords(trust.systemProblem)} />
      )}
      <ErrorNotice error={choose.error ?? remove.error} />
      <Dim component="p" mt={8}>
        Always in use: {authorities(trust.builtIn)} of Callboard, {trust.system} of this computer.
      </Dim>
    </Section>
  );
}

function authorities(count: number): string {
  return count === 1 ? '1 authority' : `${count} authorities`;
}

/** Credentials for the proxies in use. */
function ProxyAccounts({ accounts }: { accounts: readonly ProxyAccount[] }) {
  return (
    <Section title="Proxy sign-in">
      <PlainList framed>
        {accounts.map((account) => (
          <Account key={account.proxy} account={account} />
        ))}
      </PlainList>
      <Dim component="p" mt={8}>
        Only needed for proxies that ask for it. The password is sent to that proxy only and stored like a
        sign-in. NTLM and Kerberos are not supported.
      </Dim>
    </Section>
  );
}

function Account({ account: { proxy, userName } }: { account: ProxyAccount }) {
  const { keyStore } = useAppState();
  const noName = keyStore === 'unknown' ? 'Waiting for the key store' : 'No user name';
  const [editing, setEditing] = useState(false);
  const forget = useNetworkChange(api.network.forgetCredentials);
  const edit = useRef<HTMLButtonElement>(null);
  // The element with the focus is about to disappear.
  const focusEdit = () => requestAnimationFrame(() => edit.current?.focus());
  const close = () => {
    setEditing(false);
    focusEdit();
  };
  return (
    <li>
      <FramedRow>
        <div>
          <Words component="div" fw={500}>
            {proxy}
          </Words>
          <Dim component="div" dir="auto">
            {userName === null ? noName : `As ${userName}`}
          </Dim>
        </div>
        {!editing && (
          <Group gap={6} wrap="nowrap">
            <Button
              ref={edit}
              variant="default"
              aria-label={`${userName === null ? 'Enter' : 'Change'} the sign-in for ${proxy}`}
              onClick={() => setEditing(true)}
            >
              {userName === null ? 'Enter' : 'Change'}
            </Button>
            {userName !== null && (
              <Button
                variant="default"
                aria-label={`Forget the sign-in for ${proxy}`}
                onClick={() => forget.mutate({ proxy }, { onSuccess: focusEdit })}
              >
                Forget
              </Button>
            )}
          </Group>
        )}
      </FramedRow>
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
  const save = useNetworkChange(api.network.saveCredentials);
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
    <form className={classes['proxyForm']} data-continues onSubmit={submit} noValidate>
      <div className={classes['proxyFields']}>
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
        <Button type="submit">Save</Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}

const MODES: Readonly<Record<ProxyMode, { label: string; words: string }>> = {
  system: {
    label: 'System',
    words: 'This computer’s settings, including PAC scripts. Changes there apply at once.',
  },
  manual: { label: 'Manual', words: 'The proxy below, for every address not excluded there.' },
  none: { label: 'None', words: 'Direct connections, whatever this computer’s settings.' },
};

/** The source of the proxy. System and None apply at once, a manual address when it is saved. */
function ProxySettings({ saved }: { saved: ProxyInput }) {
  const { managed } = useAppState().policy;
  /** Unsaved input. */
  const [draft, setDraft] = useState<ProxyInput | null>(null);
  const typed = draft ?? saved;
  const save = useNetworkChange(api.network.saveProxy);
  const checked = proxyInput.safeParse(typed);
  const store = (proxy: ProxyInput) => save.mutate(proxy, { onSuccess: () => setDraft(null) });
  const choose = (mode: ProxyMode) => {
    const chosen = proxyInput.safeParse({ ...typed, mode });
    setDraft({ ...typed, mode });
    if (chosen.success) store(chosen.data);
    // An invalid manual address must not keep the user from switching to another mode.
    else if (mode !== 'manual') store({ ...saved, mode });
  };
  return (
    <Section title="Proxy" aside={<SavedMark saved={save.isSuccess} />}>
      <Framed>
        <SettingRow name="Connect through" words={MODES[typed.mode].words} setting="proxyMode">
          <SegmentedControl
            aria-label="Connect through"
            data={PROXY_MODES.map((value) => ({ value, label: MODES[value].label }))}
            value={typed.mode}
            disabled={managed.includes('proxyMode')}
            onChange={choose}
          />
        </SettingRow>
        {typed.mode === 'manual' && (
          <ManualProxy
            typed={typed}
            errors={fieldErrors(proxyInput, typed)}
            onType={setDraft}
            onSave={() => checked.success && store(checked.data)}
          />
        )}
      </Framed>
      <ErrorNotice error={save.error} />
    </Section>
  );
}

interface ManualProxyProps {
  readonly typed: ProxyInput;
  readonly errors: Readonly<Record<string, string | undefined>>;
  readonly onType: (typed: ProxyInput) => void;
  readonly onSave: () => void;
}

function ManualProxy({ typed, errors, onType, onSave }: ManualProxyProps) {
  const { managed } = useAppState().policy;
  const fixed = managed.includes('proxyAddress') && managed.includes('proxyBypass');
  const [tried, setTried] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(errors).length > 0) focusFirstError();
    else onSave();
  };
  const errorOf = (field: string) => (tried ? errors[field] : undefined);
  return (
    <form className={classes['proxyForm']} onSubmit={submit} noValidate>
      <TextInput
        label="Proxy address"
        description="Host and port. Start with https:// or socks5:// for these protocols."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        placeholder="proxy.example.com:8080"
        spellCheck={false}
        value={typed.address}
        error={errorOf('address')}
        // Not `disabled`, so that the organisation's value can be read and copied.
        readOnly={managed.includes('proxyAddress')}
        onChange={(event) => onType({ ...typed, address: event.currentTarget.value })}
      />
      <Textarea
        label="No proxy for"
        description="Names, *.example.com, <local> for names without a dot, or ranges such as 10.0.0.0/8. This computer itself is excluded unless you add <-loopback>."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        value={typed.bypass}
        error={errorOf('bypass')}
        readOnly={managed.includes('proxyBypass')}
        onChange={(event) => onType({ ...typed, bypass: event.currentTarget.value })}
      />
      {!fixed && (
        <Group gap={8}>
          <Button type="submit">Save proxy</Button>
        </Group>
      )}
    </form>
  );
}

/** A mutation that stays pending until the network queries are refetched. */
function useNetworkChange<Input = void>(change: (input: Input) => Promise<void>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: queries.network.queryKey }),
  });
}
