import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { WorkspaceAccess } from './workspace.ts';

/** The reasons of verdicts that are kept in a workspace. */
export function useKeptReasons({ api, keys }: WorkspaceAccess) {
  return useQuery({ queryKey: keys.keptReasons, queryFn: () => api.reasons.list() });
}

/** Keeps a reason, or no longer. */
export function useKeepReason({ api, keys }: WorkspaceAccess) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ text, keep }: { readonly text: string; readonly keep: boolean }) =>
      keep ? api.reasons.keep({ text }) : api.reasons.remove({ text }),
    onSuccess: (kept) => client.setQueryData(keys.keptReasons, kept),
  });
}
