import { Loader } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconHelpCircle } from '@tabler/icons-react';
import type { SignInStep, SignInStepResult } from '../../../../shared/sign-in-check.ts';
import classes from './sign-in-check.module.css';

const NAMES: Record<SignInStep, string> = {
  network: 'Way to the sign-in address',
  endpoint: 'Sign-in page',
  clock: 'Clock of this computer',
  link: 'Links of Callboard',
  instance: 'Links reach this window',
  port: 'Port of the redirect address',
};

const STATES = {
  ok: { Icon: IconCircleCheck, words: 'In order' },
  unclear: { Icon: IconHelpCircle, words: 'Not known' },
  problem: { Icon: IconAlertTriangle, words: 'Problem' },
} as const;

interface CheckedStepProps {
  readonly step: SignInStep;
  /** Undefined until it was tried. */
  readonly result: SignInStepResult | undefined;
  readonly running: boolean;
}

/** One part of a sign-in: how it came out, and what to do about it. */
export function CheckedStep({ step, result, running }: CheckedStepProps) {
  return (
    <li className={classes['step']} data-state={result?.state} aria-busy={running}>
      <StateMark result={result} running={running} />
      <div className={classes['text']}>
        <div className={classes['name']}>{NAMES[step]}</div>
        {result && <div className={classes['words']}>{result.words}</div>}
        {result?.nextStep && <div className={classes['next']}>{result.nextStep}</div>}
        {result?.hops && (
          <ul className={classes['hops']}>
            {result.hops.map((hop) => (
              <li key={`${hop.kind} ${hop.about}`} data-state={hop.state}>
                {hop.words}
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

function StateMark({ result, running }: Pick<CheckedStepProps, 'result' | 'running'>) {
  if (running) return <Loader size={18} aria-label="Being tried" />;
  if (!result) return <IconCircleDashed size={18} className={classes['mark']} aria-label="Not tried yet" />;
  const { Icon, words } = STATES[result.state];
  return <Icon size={18} className={classes['mark']} aria-label={words} role="img" />;
}
