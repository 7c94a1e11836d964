import { Button, Group, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import type { RedirectWay } from '../../../shared/workspace.ts';
import { useCancelSignIn, usePasteReturnAddress } from '../../api/session.ts';
import { useCopy } from '../copy/use-copy.ts';
import { useFocusOnMount } from '../form/use-focus-on-mount.ts';
import { ErrorNotice } from '../notice/error-notice.tsx';
import classes from './sign-in-steps.module.css';

/** How the answer comes back, for the person who waits for it. */
const RETURN_WORDS: Record<RedirectWay, string> = {
  custom_scheme:
    'Sign in there. Your browser then asks to open Callboard: allow it, and this page goes on by itself.',
  loopback:
    'Sign in there. Your browser hands the answer to Callboard on this computer, and this page goes on by itself.',
  paste:
    'Sign in there. Your browser then stops at the redirect address: copy that whole address from its address bar and paste it here.',
};

interface SignInStepsProps {
  readonly link: string;
  readonly way: RedirectWay;
  /** Where the page has no heading that says it already. */
  readonly heading?: ReactNode;
}

/** What a person can do while the sign-in is open in the browser. */
export function SignInSteps({ link, way, heading }: SignInStepsProps) {
  const [pasting, { toggle }] = useDisclosure(way === 'paste');
  const { copied, copy } = useCopy(link);
  const cancel = useCancelSignIn();
  return (
    <div className={classes['steps']}>
      <div>
        {heading}
        <p className={classes['words']}>{RETURN_WORDS[way]}</p>
      </div>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={copy}>
          Copy link
        </Button>
        <Button size="xs" variant="default" aria-expanded={pasting} onClick={toggle}>
          Paste return address
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          loading={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          Cancel
        </Button>
        <span className={classes['copied']} aria-live="polite">
          {copied && 'Copied. Open it in any browser on this computer.'}
        </span>
      </Group>
      {pasting && <ReturnAddressForm />}
      <ErrorNotice error={cancel.error} />
    </div>
  );
}

function ReturnAddressForm() {
  const [text, setText] = useState('');
  const field = useFocusOnMount<HTMLTextAreaElement>();
  const paste = usePasteReturnAddress();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Back from the button: what is wrong is the address.
    if (text.trim() !== '') paste.mutate(text.trim(), { onError: () => field.current?.focus() });
  };
  return (
    <form onSubmit={submit} className={classes['form']}>
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
        onKeyDown={goOnWithEnter}
      />
      <ErrorNotice error={paste.error} />
      <Button type="submit" size="xs" loading={paste.isPending} disabled={text.trim() === ''}>
        Continue
      </Button>
    </form>
  );
}

/** The field has several lines for the length of an address, not for lines of its own. */
function goOnWithEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
