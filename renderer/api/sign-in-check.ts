import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SignInPlan, SignInStep, SignInStepResult } from '../../shared/sign-in-check.ts';
import { useWorkspace } from './workspace.ts';

/** What the sign-in of the current workspace is made of. */
export function useSignInPlan() {
  const { api, keys } = useWorkspace();
  return useQuery({ queryKey: keys.signInPlan, queryFn: () => api.signInCheck.plan() });
}

/** A run through the steps of a sign-in, as far as it has come. */
export interface SignInCheckRun {
  readonly results: readonly SignInStepResult[];
  /** The step that is being tried; undefined at the end. */
  readonly running: SignInStep | undefined;
  /** Why it broke off. */
  readonly error: unknown;
  again(): void;
}

/** Tries the steps of a plan one after the other, at once and whenever `again` is called. */
export function useSignInCheck({ steps }: SignInPlan): SignInCheckRun {
  const { api } = useWorkspace();
  const [round, setRound] = useState(0);
  const [results, setResults] = useState<readonly SignInStepResult[]>([]);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    // Each round is a run of its own, whatever is still under way of the one before.
    let wanted = round >= 0;
    const tryAll = async (): Promise<void> => {
      for (const step of steps) {
        const result = await api.signInCheck.run({ step });
        if (!wanted) return;
        setResults((before) => [...before, result]);
      }
    };
    setResults([]);
    setError(null);
    tryAll().catch((reason: unknown) => wanted && setError(reason));
    return () => {
      wanted = false;
    };
  }, [api, steps, round]);
  const running = error === null ? steps[results.length] : undefined;
  return { results, running, error, again: () => setRound((before) => before + 1) };
}
