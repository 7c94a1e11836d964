import { Button, Group, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { PROXY_MODES, type ProxyInput, type ProxyMode, proxyInput } from '../../../../shared/network.ts';
import { useAppState } from '../../../api/app-state.tsx';
import { useSaveProxy } from '../../../api/network.ts';
import { fieldErrors } from '../../../parts/form/field-errors.ts';
import { focusFirstError } from '../../../parts/form/focus-first-error.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { Section } from '../../../parts/section/section.tsx';
import { SavedMark } from '../saved-mark.tsx';
import { SettingRow } from '../setting-row.tsx';
import formClasses from '../settings-form.module.css';
import classes from './network.module.css';

const MODES: Readonly<Record<ProxyMode, { label: string; words: string }>> = {
  system: {
    label: 'System',
    words: 'This computer’s settings, including PAC scripts. Changes there apply at once.',
  },
  manual: { label: 'Manual', words: 'The proxy below, for every address not excluded there.' },
  none: { label: 'None', words: 'Direct connections, whatever this computer’s settings.' },
};

/** The source of the proxy. System and None apply at once, a manual address when it is saved. */
export function ProxySettings({ saved }: { saved: ProxyInput }) {
  const { managed } = useAppState().policy;
  /** Unsaved input. */
  const [draft, setDraft] = useState<ProxyInput | null>(null);
  const typed = draft ?? saved;
  const save = useSaveProxy();
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
      <div className={formClasses['rows']}>
        <SettingRow name="Connect through" words={MODES[typed.mode].words} setting="proxyMode">
          <SegmentedControl
            size="xs"
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
      </div>
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
    <form className={classes['form']} onSubmit={submit} noValidate>
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
          <Button type="submit" size="xs">
            Save proxy
          </Button>
        </Group>
      )}
    </form>
  );
}
