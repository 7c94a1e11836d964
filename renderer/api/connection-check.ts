import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CheckPart, CheckPlan, CheckResult } from '../../shared/connection-check.ts';
import { useWorkspace } from './workspace.ts';

export function useCheckPlan() {
  return useQuery(useWorkspace().queries.connectionCheck.plan());
}

/** Progress of a connection check. */
export interface ConnectionCheckRun {
  readonly results: readonly CheckResult[];
  /** The current part; undefined at the end. */
  readonly running: CheckPart | undefined;
  /** The error that stopped the check. */
  readonly error: unknown;
  again(): void;
}

/** Checks the parts one after the other, on mount and whenever `again` is called. */
export function useConnectionCheck({ parts }: CheckPlan): ConnectionCheckRun {
  const { api } = useWorkspace();
  const [round, setRound] = useState(0);
  const [done, setDone] = useState<readonly (readonly CheckResult[])[]>([]);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    // Reads `round` because the effect depends on it; results of an earlier round are ignored.
    let current = round >= 0;
    const checkAll = async (): Promise<void> => {
      for (const { part } of parts) {
        const results = await api.connectionCheck.run({ part });
        if (!current) return;
        setDone((before) => [...before, results]);
      }
    };
    setDone([]);
    setError(null);
    checkAll().catch((reason: unknown) => current && setError(reason));
    return () => {
      current = false;
    };
  }, [api, parts, round]);
  const running = error === null ? parts[done.length]?.part : undefined;
  return { results: done.flat(), running, error, again: () => setRound((before) => before + 1) };
}
