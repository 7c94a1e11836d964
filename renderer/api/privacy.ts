import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ErasureChoice, ErasureReceipt, PersonSearch, RetentionDays } from '../../shared/privacy.ts';
import { api } from './api.ts';
import { queryKeys } from './query-keys.ts';
import { useWorkspace } from './workspace.ts';

/** Where the data lies, what was erased, what may still hold anybody's data. */
export function usePrivacyState() {
  return useQuery({ queryKey: queryKeys.privacy, queryFn: () => api.privacy.state() });
}

/** Looks for a person everywhere. */
export function useFindPerson() {
  const workspace = useWorkspace();
  return useMutation({ mutationFn: (search: PersonSearch) => workspace.api.privacy.find(search) });
}

/** Erases what was chosen; what is remembered of anybody in this window goes, too. */
export function useErasePerson() {
  const workspace = useWorkspace();
  const client = useQueryClient();
  return (choice: ErasureChoice): Promise<ErasureReceipt> =>
    workspace.api.privacy.erase(choice).then((receipt) => {
      client.removeQueries({ type: 'inactive' });
      return receipt;
    });
}

/** What a retention of so many days would erase now; never an old answer. */
export function useRetentionPreview(days: RetentionDays) {
  return useQuery({
    queryKey: queryKeys.retentionPreview(days),
    queryFn: () => api.privacy.previewRetention({ days }),
    gcTime: 0,
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
