import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { RightsInput, RightsRequest } from '../../shared/rights.ts';
import { api } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** Some entries of the register of candidates' requests. */
export function useRightsPage(onlyOpen: boolean, limit: number) {
  return useQuery({
    queryKey: [...queryKeys.rights, onlyOpen, limit],
    queryFn: () => api.rights.page({ onlyOpen, limit }),
    placeholderData: keepPreviousData,
  });
}

/** Adds an entry, changes one, or puts a deleted one back. */
export function saveRights(entry: RightsInput): Promise<RightsRequest> {
  return api.rights.save(entry);
}

export function useSaveRights() {
  return useMutation({ mutationFn: saveRights });
}

export function removeRights(id: string): Promise<unknown> {
  return api.rights.remove({ id });
}

/** Saves the whole register as a CSV file that the person chooses. */
export function useSaveRegister() {
  return useMutation({ mutationFn: () => api.rights.exportFile({}) });
}

/** A draft about the decision on a submission; never from the cache, which would keep a person's data. */
export function useExplanation(submissionId: string) {
  return useQuery({
    queryKey: [...queryKeys.rights, 'explanation', submissionId],
    queryFn: () => api.rights.explain({ submissionId }),
    gcTime: 0,
    // What a person edits must not be replaced.
    staleTime: Infinity,
  });
}

export function useSaveExplanation() {
  return useMutation({
    mutationFn: (explanation: {
      readonly text: string;
      readonly name: string;
      readonly format: 'txt' | 'html';
    }) => api.rights.saveExplanation(explanation),
  });
}
