import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useSearch } from 'wouter';
import type { SignInPlan } from '../../../../shared/sign-in-check.ts';
import { useAppState } from '../../../api/app-state.tsx';
import { useSignInCheck, useSignInPlan } from '../../../api/sign-in-check.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { Section } from '../../../parts/section/section.tsx';
import { CheckRows } from '../check-row.tsx';
import { CheckedStep } from './checked-step.tsx';
import { OtherWays } from './other-ways.tsx';
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
