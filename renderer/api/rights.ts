import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type {
  RemovedRights,
  RightsInput,
  RightsMove,
  RightsRequest,
  RightsStanding,
} from '../../shared/rights.ts';
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

/** Adds an entry, or changes one. */
export function useSaveRights() {
  return useMutation({ mutationFn: (entry: RightsInput) => api.rights.save(entry) });
}

/** Changes how this entry stands, unless that was changed meanwhile; resolves to the move that undoes it. */
export async function moveRights(
  { id, state, closedOn, refusal }: RightsRequest,
  to: RightsStanding,
): Promise<RightsMove> {
  const from = { state, closedOn, refusal };
  await api.rights.move({ id, from, to });
  return { id, from: to, to: from };
}

/** Undoes a move, unless the entry stands otherwise by now. */
export function undoMove(move: RightsMove): Promise<unknown> {
  return api.rights.move(move);
}

/** Deletes an entry; resolves to what puts it back. */
export async function removeRights(entry: RightsRequest): Promise<RemovedRights> {
  const { removedAt } = await api.rights.remove({ id: entry.id });
  return { entry, removedAt };
}

/** Puts a deleted entry back, unless somebody was erased since. */
export function putBackRights(removed: RemovedRights): Promise<unknown> {
  return api.rights.putBack(removed);
}

/** Notes in the evidence that an explanation was copied. */
export function noteCopied(): Promise<unknown> {
  return api.rights.copied({});
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
