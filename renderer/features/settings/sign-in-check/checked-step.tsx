import type { SignInStep, SignInStepResult } from '../../../../shared/sign-in-check.ts';
import { findingWords } from '../../../../shared/words/finding-words.ts';
import { CheckRow } from '../check-row.tsx';
import { HopList } from '../hop-list.tsx';

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
export function CheckedStep({ step, result, running }: CheckedStepProps) {
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
