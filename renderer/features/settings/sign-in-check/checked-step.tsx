import type { SignInStep, SignInStepResult } from '../../../../shared/sign-in-check.ts';
import { findingWords } from '../../../../shared/words/finding-words.ts';
import { CheckedRow } from '../checked-row.tsx';
import { HopList } from '../hop-list.tsx';

const NAMES: Record<SignInStep, string> = {
  network: 'Way to the sign-in address',
  endpoint: 'Sign-in page',
  clock: 'Clock of this computer',
  link: 'Links of Callboard',
  instance: 'Links reach this window',
  port: 'Port of the redirect address',
};

interface CheckedStepProps {
  readonly step: SignInStep;
  /** Undefined until it was tried. */
  readonly result: SignInStepResult | undefined;
  readonly running: boolean;
}

/** One part of a sign-in: how it came out, and what to do about it. */
export function CheckedStep({ step, result, running }: CheckedStepProps) {
  if (!result) return <CheckedRow name={NAMES[step]} state={running ? 'running' : 'waiting'} />;
  const { state, finding, hops = [] } = result;
  const { words, nextStep } = findingWords(finding);
  // What the hop that failed advises stands beside that hop.
  const isSaidThere = hops.some((hop) => hop.finding && findingWords(hop.finding).nextStep === nextStep);
  return (
    <CheckedRow name={NAMES[step]} state={state} words={words} next={isSaidThere ? undefined : nextStep}>
      {hops.length > 0 && <HopList hops={hops} />}
    </CheckedRow>
  );
}
