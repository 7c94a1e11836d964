import { Button } from '@mantine/core';
import { useLocation } from 'wouter';
import { CUSTOM_SCHEME_REDIRECT } from '../../../../shared/custom-scheme.ts';
import type { SignInPlan } from '../../../../shared/sign-in-check.ts';
import type { RedirectWay } from '../../../../shared/workspace.ts';
import { useAppState, useCurrentWorkspace } from '../../../api/app-state.tsx';
import { useSignIn } from '../../../api/session.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { Section } from '../../../parts/section/section.tsx';
import classes from './sign-in-check.module.css';

const WAYS: readonly { readonly way: RedirectWay; readonly name: string; readonly words: string }[] = [
  {
    way: 'custom_scheme',
    name: 'By Callboard’s own link',
    words: `Redirect address ${CUSTOM_SCHEME_REDIRECT}. The system passes the response to Callboard.`,
  },
  {
    way: 'loopback',
    name: 'By a local port',
    words:
      'Redirect address such as http://127.0.0.1:8934/callback. Callboard listens there while you sign in; no other program is involved.',
  },
  {
    way: 'paste',
    name: 'By copy and paste',
    words:
      'Works with any redirect address: when the browser stops there, copy the whole address and choose Paste return address.',
  },
];

/** The three ways back from the browser, in case the current one fails. */
export function OtherWays({ plan }: { plan: SignInPlan }) {
  const workspace = useCurrentWorkspace();
  const { policy } = useAppState();
  const [, navigate] = useLocation();
  const signIn = useSignIn();
  const editable = workspace.kind === 'service' && !policy.connectionsLocked;
  return (
    <Section title="Ways back from the browser">
      <ul className={classes['ways']}>
        {WAYS.map(({ way, name, words }) => (
          <li key={way} className={classes['way']}>
            <div className={classes['text']}>
              <div className={classes['name']}>
                {name}
                {way === plan.way && <span className={classes['used']}>used here</span>}
              </div>
              <div className={classes['words']}>{words}</div>
            </div>
            {way === 'paste' && (
              <Button size="xs" variant="default" loading={signIn.isPending} onClick={() => signIn.mutate()}>
                Sign in and paste
              </Button>
            )}
            {way !== 'paste' && way !== plan.way && editable && (
              <Button
                size="xs"
                variant="default"
                aria-label={`Change the redirect address: ${name}`}
                onClick={() => navigate(`/connections/${workspace.id}`)}
              >
                Change
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className={classes['note']}>
        The service must have registered exactly this redirect address. Ask its administrator to add one
        before you change it here.
      </p>
      <ErrorNotice error={signIn.error} />
    </Section>
  );
}
