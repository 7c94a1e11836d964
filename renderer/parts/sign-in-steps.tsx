import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import type { AppError, FailureCode } from '../../shared/failures.ts';
import { failureWords } from '../../shared/words/failure-words.ts';
import type { RedirectWay } from '../../shared/workspace.ts';
import { api } from '../api/api.ts';
import { useWorkspace } from '../api/app-state.tsx';
import { useCopy } from './copy.tsx';
import { useFocusOnMount } from './form.tsx';
import { Dim } from './layout.tsx';
import { ErrorNotice, Notice } from './notice.tsx';

/** What to do in the browser. */
const INSTRUCTIONS: Record<RedirectWay, string> = {
  custom_scheme:
    'Sign in there. When your browser asks to open Callboard, allow it, and this page will continue automatically.',
  loopback: 'Sign in there. This page will continue automatically.',
  paste:
    'Sign in there. When your browser stops at the redirect address, copy the whole address from its address bar and paste it here.',
};

interface SignInStepsProps {
  readonly link: string;
  readonly way: RedirectWay;
  /** For pages without a heading that says it. */
  readonly heading?: ReactNode;
}

/** Instructions and actions while the browser shows the sign-in. */
export function SignInSteps({ link, way, heading }: SignInStepsProps) {
  const [pasting, { toggle }] = useDisclosure(way === 'paste');
  const { copied, copy } = useCopy(link);
  const cancel = useMutation({ mutationFn: useWorkspace().api.session.cancel });
  return (
    <Stack gap={12}>
      <div>
        {heading}
        <Dim component="p" fz="inherit" mt={2} maw="64ch">
          {INSTRUCTIONS[way]}
        </Dim>
      </div>
      <Group gap="xs">
        <Button variant="default" onClick={copy}>
          Copy link
        </Button>
        <Button variant="default" aria-expanded={pasting} onClick={toggle}>
          Paste return address
        </Button>
        <Button variant="subtle" color="gray" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel
        </Button>
        <Dim aria-live="polite">{copied && 'Copied. Open it in any browser on this computer.'}</Dim>
      </Group>
      {pasting && <ReturnAddressForm />}
      <ErrorNotice error={cancel.error} />
    </Stack>
  );
}

function ReturnAddressForm() {
  const [text, setText] = useState('');
  const field = useFocusOnMount<HTMLTextAreaElement>();
  const paste = useMutation({ mutationFn: api.session.pasteReturnAddress });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') paste.mutate({ text: text.trim() }, { onError: () => field.current?.focus() });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap={8} align="stretch">
        <Textarea
          ref={field}
          label="Return address"
          placeholder="app.callboard:/oauth/callback?code=…"
          autosize
          minRows={2}
          maxRows={6}
          spellCheck={false}
          dir="ltr"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={submitOnEnter}
        />
        <ErrorNotice error={paste.error} />
        <Button
          type="submit"
          loading={paste.isPending}
          disabled={text.trim() === ''}
          style={{ alignSelf: 'flex-start' }}
        >
          Continue
        </Button>
      </Stack>
    </form>
  );
}

/** The field is multi-line only because addresses are long. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** Why the user was signed out. */
export function SignedOutReason({ reason }: { reason: AppError }) {
  const { message, nextStep } = failureWords(reason);
  return (
    <Notice tone="warning" role="alert" title={message}>
      {nextStep}
    </Notice>
  );
}

/** Failed sign-ins that fail again until the connection settings are corrected. */
const CODES: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'client_secret_missing',
  'invalid_client',
  'app_not_accepted',
  'wrong_issuer',
  'redirect_port_taken',
  'not_a_sign_in_service',
  'sign_in_redirected',
  'sign_in_unexpected',
]);

/** Whether a failed sign-in is cured in the connection settings, so that they are offered before another sign-in. */
export function isCuredInConnection(reason: { readonly code: FailureCode } | undefined): boolean {
  return reason !== undefined && CODES.has(reason.code);
}
