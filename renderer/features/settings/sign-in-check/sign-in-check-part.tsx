import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { CUSTOM_SCHEME_REDIRECT } from '../../../../shared/custom-scheme.ts';
import type { SignInPlan, SignInStep, SignInStepResult } from '../../../../shared/sign-in-check.ts';
import { findingWords } from '../../../../shared/words/finding-words.ts';
import type { RedirectWay } from '../../../../shared/workspace.ts';
import { useAppState, useCurrentWorkspace } from '../../../api/app-state.tsx';
import { useSignIn } from '../../../api/session.ts';
import { useSignInCheck, useSignInPlan } from '../../../api/sign-in-check.ts';
import { ErrorNotice } from '../../../parts/notice.tsx';
import { Section } from '../../../parts/page.tsx';
import { CheckRow, CheckRows } from '../check-row.tsx';
import { HopList } from '../hop-list.tsx';
import classes from './sign-in-check.module.css';

/**
 * Checks each step of the open workspace's sign-in when asked to, or at once for a link to this section; shows the other ways
 * back from the browser.
 */
export function SignInCheckPart() {
  const { currentWorkspace } = useAppState();
  const isLinked = new URLSearchParams(useSearch()).get('section') === HEADING;
  const [asked, setAsked] = useState(false);
  const { data, error, refetch } = useSignInPlan();
  if (error) {
    return (
      <ErrorNotice error={error} title="Couldn't prepare the sign-in check." onRetry={() => void refetch()} />
    );
  }
  if (!data) return <Skeleton height={260} radius="md" />;
  if (!isLinked && !asked) return <NotChecked onCheck={() => setAsked(true)} />;
  // The key restarts the check for another workspace or a changed address.
  return <Check key={`${currentWorkspace?.id} ${data.redirectUri}`} plan={data} />;
}

const HEADING = 'Sign-in check';

const LEAD = 'Checks each step of a sign-in. This doesn’t sign you in or out.';

function NotChecked({ onCheck }: { onCheck: () => void }) {
  return (
    <Section
      title={HEADING}
      aside={
        <Button size="xs" variant="default" onClick={onCheck}>
          Check the sign-in
        </Button>
      }
    >
      <p className={classes['lead']}>{LEAD}</p>
    </Section>
  );
}

function Check({ plan }: { plan: SignInPlan }) {
  const run = useSignInCheck(plan);
  const { results, running, error, again } = run;
  return (
    <>
      <Section
        title={HEADING}
        aside={
          <Button size="xs" variant="default" loading={running !== undefined} onClick={again}>
            Check again
          </Button>
        }
      >
        <p className={classes['lead']}>{LEAD}</p>
        <CheckRows verdict={verdictOf(run)}>
          {plan.steps.map((step, index) => (
            <CheckedStep key={step} step={step} result={results[index]} running={running === step} />
          ))}
        </CheckRows>
        <ErrorNotice error={error} title="The check couldn't continue." onRetry={again} />
      </Section>
      <OtherWays plan={plan} />
    </>
  );
}

type Run = ReturnType<typeof useSignInCheck>;

function verdictOf({ results, running, error }: Run): string {
  if (running !== undefined) return 'Checking…';
  if (error !== null) return '';
  const problems = results.filter(({ state }) => state === 'problem').length;
  const unclear = results.filter(({ state }) => state === 'unclear').length;
  if (problems === 1) return '1 problem found.';
  if (problems > 1) return `${problems} problems found.`;
  if (unclear > 0) return 'No problems found, but some checks were inconclusive.';
  return 'No problems found.';
}

const NAMES: Record<SignInStep, string> = {
  network: 'Route to the sign-in address',
  endpoint: 'Sign-in page',
  issuer: 'Issuer',
  clock: 'This computer’s clock',
  link: 'Callboard links',
  instance: 'Links open in this window',
  port: 'Port of the redirect address',
};

interface CheckedStepProps {
  readonly step: SignInStep;
  /** Undefined until the step has run. */
  readonly result: SignInStepResult | undefined;
  readonly running: boolean;
}

/** The result of one sign-in step, and what to do about it. */
function CheckedStep({ step, result, running }: CheckedStepProps) {
  if (!result) return <CheckRow name={NAMES[step]} state={running ? 'running' : 'waiting'} />;
  const { state, finding, hops = [] } = result;
  const { words, nextStep } = findingWords(finding);
  // The failed hop already shows this advice.
  const isSaidThere = hops.some((hop) => hop.finding && findingWords(hop.finding).nextStep === nextStep);
  return (
    <CheckRow name={NAMES[step]} state={state} words={words} next={isSaidThere ? undefined : nextStep}>
      {hops.length > 0 && <HopList hops={hops} />}
    </CheckRow>
  );
}

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
function OtherWays({ plan }: { plan: SignInPlan }) {
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
