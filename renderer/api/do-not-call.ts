import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { DoNotCallPage, ListedNumber } from '../../shared/do-not-call.ts';
import { api, objectId, queries } from './api.ts';

/** The entries of the do-not-call list that match a search: those of the first `pages` pages. */
export function useDoNotCallPages(search: string, pages: number) {
  return useQuery({
    queryKey: [...queries.doNotCall.page.queryKey, search, pages],
    queryFn: () => fetchPages(search, pages),
    placeholderData: keepPreviousData,
  });
}

async function fetchPages(search: string, pages: number): Promise<DoNotCallPage> {
  let list = await api.doNotCall.page({ search, offset: 0 });
  for (let page = 1; page < pages && list.entries.length < list.count; page += 1) {
    const { entries, ...counts } = await api.doNotCall.page({ search, offset: list.entries.length });
    list = { ...counts, entries: [...list.entries, ...entries] };
  }
  return list;
}

/** What forbids calling a number (E.164): null if nothing does; disabled for null. */
export function useForbidding(phoneNumber: string | null) {
  const number = phoneNumber ?? '';
  const { data } = useQuery({
    ...queries.doNotCall.forbidding({ phoneNumbers: [number] }),
    enabled: phoneNumber !== null,
    gcTime: 0,
  });
  return data?.[0] ?? null;
}

/** How many of these numbers (E.164) are not on the list yet. */
export function useCountNew(phoneNumbers: readonly string[]) {
  return useQuery({
    queryKey: [...queries.doNotCall.countNew.queryKey, objectId(phoneNumbers)],
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

interface LiftedEntry {
  readonly id: string;
  readonly reason: string;
  readonly together: boolean;
}

/** Ends an entry of a person, or all that were added together with it. */
export function useLiftEntry() {
  return useMutation({
    mutationFn: async ({ together, ...entry }: LiftedEntry): Promise<void> => {
      await (together ? api.doNotCall.liftTogether(entry) : api.doNotCall.lift(entry));
    },
  });
}

/** How many entries in force were added together with this one, itself included. */
export function useAddedTogether(id: string) {
  return useQuery({ ...queries.doNotCall.addedTogether({ id }), gcTime: 0 });
}

/** Saves the whole list as a CSV file that the person chooses. */
export function useSaveDoNotCallList() {
  return useMutation({ mutationFn: () => api.doNotCall.save({}) });
}
