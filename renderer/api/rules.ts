import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { WorkspaceRules } from '../../shared/workspace-rules.ts';
import { useWorkspace } from './workspace.ts';

/** Time goes on: an answer about now is asked for again after so long, ms. */
const MINUTE_MS = 60_000;

/** The current workspace's rules for its submissions. */
export function useRules() {
  const { api, keys } = useWorkspace();
  return useQuery({ queryKey: keys.rules, queryFn: () => api.rules.get() });
}

/** Saves the rules of the current workspace; they hold from the answer on. */
export function useSaveRules() {
  const { api, keys } = useWorkspace();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (rules: WorkspaceRules) => api.rules.save(rules),
    onSuccess: (rules) => client.setQueryData(keys.rules, rules),
  });
}

interface Callee {
  /** E.164; nothing is asked for null. */
  readonly phoneNumber: string | null;
  /** Chosen for it; null for what the number tells. */
  readonly timeZone: string | null;
  /** UTC ms; null for now. */
  readonly notBefore: number | null;
}

/** When a number may be called at the earliest, by the rules of the current workspace. */
export function useCallingTime({ phoneNumber, timeZone, notBefore }: Callee) {
  const { api, keys } = useWorkspace();
  const wanted = phoneNumber ?? '';
  return useQuery({
    queryKey: keys.callingTime(wanted, timeZone, notBefore),
    queryFn: () => api.rules.callingTime({ phoneNumber: wanted, timeZone, notBefore }),
    enabled: phoneNumber !== null,
    refetchInterval: MINUTE_MS,
    gcTime: MINUTE_MS,
  });
}
