import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import type { ListedNumber } from '../../shared/do-not-call.ts';
import { api } from './api.ts';
import { arrayId } from './array-id.ts';
import { queryKeys } from './query-keys.ts';

/** The entries of the do-not-call list that match a search, page by page. */
export function useDoNotCallPages(search: string) {
  return useInfiniteQuery({
    queryKey: [...queryKeys.doNotCall, 'page', search],
    queryFn: ({ pageParam }) => api.doNotCall.page({ search, offset: pageParam }),
    initialPageParam: 0,
    getNextPageParam: ({ count }, pages) => {
      const loaded = pages.reduce((sum, { entries }) => sum + entries.length, 0);
      return loaded < count ? loaded : undefined;
    },
    placeholderData: (before) => before,
  });
}

/** What forbids calling a number (E.164): null if nothing does; disabled for null. */
export function useForbidding(phoneNumber: string | null) {
  const number = phoneNumber ?? '';
  const { data } = useQuery({
    queryKey: [...queryKeys.doNotCall, 'forbidding', number],
    queryFn: () => api.doNotCall.forbidding({ phoneNumbers: [number] }),
    enabled: phoneNumber !== null,
    gcTime: 0,
  });
  return data?.[0] ?? null;
}

/** How many of these numbers (E.164) are not on the list yet. */
export function useCountNew(phoneNumbers: readonly string[]) {
  return useQuery({
    queryKey: [...queryKeys.doNotCall, 'new', arrayId(phoneNumbers)],
    queryFn: () => api.doNotCall.countNew({ phoneNumbers: [...phoneNumbers] }),
    enabled: phoneNumbers.length > 0,
    gcTime: 0,
  });
}

/** Puts numbers on the list, each with its reason. */
export function useAddNumbers() {
  return useMutation({
    mutationFn: (numbers: readonly ListedNumber[]) => api.doNotCall.add({ numbers: [...numbers] }),
  });
}

/** Ends an entry of a person. */
export function useLiftEntry() {
  return useMutation({
    mutationFn: (entry: { readonly id: string; readonly reason: string }) => api.doNotCall.lift(entry),
  });
}

/** Saves the whole list as a CSV file that the person chooses. */
export function useSaveDoNotCallList() {
  return useMutation({ mutationFn: () => api.doNotCall.save({}) });
}
