import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SignInPlan, SignInStep, SignInStepResult } from '../../shared/sign-in-check.ts';
import { useWorkspace } from './workspace.ts';

export function useSignInPlan() {
  const { api, keys } = useWorkspace();
  return useQuery({ queryKey: keys.signInPlan, queryFn: () => api.signInCheck.plan() });
}

/** Progress of a sign-in check. */
interface SignInCheckRun {
  readonly results: readonly SignInStepResult[];
  /** The current step; undefined at the end. */
  readonly running: SignInStep | undefined;
  /** The error that stopped the check. */
  readonly error: unknown;
  again(): void;
}

/** Checks the steps one after the other, on mount and whenever `again` is called. */
export function useSignInCheck({ steps }: SignInPlan): SignInCheckRun {
  const { api } = useWorkspace();
  const [round, setRound] = useState(0);
  const [results, setResults] = useState<readonly SignInStepResult[]>([]);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    // Reads `round` because the effect depends on it; results of an earlier round are ignored.
    let current = round >= 0;
    const checkAll = async (): Promise<void> => {
      for (const step of steps) {
        const result = await api.signInCheck.run({ step });
        if (!current) return;
        setResults((before) => [...before, result]);
      }
    };
    setResults([]);
    setError(null);
    checkAll().catch((reason: unknown) => current && setError(reason));
    return () => {
      current = false;
    };
  }, [api, steps, round]);
  const running = error === null ? steps[results.length] : undefined;
  return { results, running, error, again: () => setRound((before) => before + 1) };
}
