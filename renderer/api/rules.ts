import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { WorkspaceRules } from '../../shared/workspace-rules.ts';
import { useWorkspace } from './app-state.tsx';

const MINUTE_MS = 60_000;

export function useRules() {
  return useQuery(useWorkspace().queries.rules.get());
}

/** Saves the rules of the current workspace; they apply once this resolves. */
export function useSaveRules() {
  const { api, queries } = useWorkspace();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (rules: WorkspaceRules) => api.rules.save(rules),
    onSuccess: (rules) => client.setQueryData(queries.rules.get().queryKey, rules),
  });
}

interface Callee {
  /** E.164; null disables the query. */
  readonly phoneNumber: string | null;
  /** The chosen time zone; null to derive it from the number. */
  readonly timeZone: string | null;
  /** UTC ms; null for now. */
  readonly notBefore: number | null;
}

/** The earliest time a number may be called under the current workspace's rules. */
export function useCallingTime({ phoneNumber, timeZone, notBefore }: Callee) {
  const { queries } = useWorkspace();
  const number = phoneNumber ?? '';
  return useQuery({
    ...queries.rules.callingTime({ phoneNumber: number, timeZone, notBefore }),
    enabled: phoneNumber !== null,
    refetchInterval: MINUTE_MS,
    gcTime: MINUTE_MS,
  });
}
