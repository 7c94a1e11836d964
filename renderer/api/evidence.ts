import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, queries } from './api.ts';

/** How much evidence there is and where it ends; read anew on every visit, as most actions add to it. */
export function useEvidence() {
  return useQuery({
    ...queries.evidence.state(),
    refetchOnMount: 'always',
  });
}

/** Saves all of the evidence, or only its head. */
export function useSaveEvidence() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (part: 'all' | 'head') => (part === 'all' ? api.evidence.save() : api.evidence.saveHead()),
    // Saving is itself recorded.
    onSettled: () => client.invalidateQueries({ queryKey: queries.evidence.queryKey }),
  });
}
