import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ErasureChoice, ErasureReceipt, PersonSearch } from '../../shared/privacy.ts';
import { api, queries } from './api.ts';
import { useWorkspace } from './app-state.tsx';

/** Data folders, erasure receipts and leftover files that may contain personal data. */
export function usePrivacyState() {
  return useQuery(queries.privacy.state());
}

/** Searches all stored data for a person. */
export function useFindPerson() {
  const workspace = useWorkspace();
  return useMutation({ mutationFn: (search: PersonSearch) => workspace.api.privacy.find(search) });
}

/** Erases the chosen data, and drops this window's cached queries. */
export function useErasePerson() {
  const workspace = useWorkspace();
  const client = useQueryClient();
  return async (choice: ErasureChoice): Promise<ErasureReceipt> => {
    const receipt = await workspace.api.privacy.erase(choice);
    client.removeQueries({ type: 'inactive' });
    return receipt;
  };
}

/** What this retention period would erase now; never from the cache. */
export function useRetentionPreview(days: number) {
  return useQuery({ ...queries.privacy.previewRetention({ days }), gcTime: 0 });
}

/** Saves what is stored about a person. */
export function useSaveHeld() {
  const workspace = useWorkspace();
  return useMutation({
    mutationFn: (input: ErasureChoice & { readonly format: 'html' | 'json' }) =>
      workspace.api.privacy.saveHeld(input),
  });
}

export function useSaveReceipt() {
  return useMutation({
    mutationFn: (receipt: { readonly id: string; readonly format: 'txt' | 'json' }) =>
      api.privacy.saveReceipt(receipt),
  });
}

export function removePutAside(names: readonly string[]): Promise<unknown> {
  return api.privacy.removePutAside({ names: [...names] });
}
