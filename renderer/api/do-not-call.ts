import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { DoNotCallAdded, DoNotCallPage, ListedNumber } from '../../shared/do-not-call.ts';
import { api } from './api.ts';
import { objectId } from './object-id.ts';
import { queryKeys } from './query-keys.ts';
import { useWorkspace, workspaceAccess } from './workspace.ts';

/** The entries of the do-not-call list that match a search: those of the first `pages` pages. */
export function useDoNotCallPages(search: string, pages: number) {
  return useQuery({
    queryKey: [...queryKeys.doNotCall, 'pages', search, pages],
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
    queryKey: [...queryKeys.doNotCall, 'forbidding', number],
    queryFn: () => api.doNotCall.forbidding({ phoneNumbers: [number] }),
    enabled: phoneNumber !== null,
    gcTime: 0,
  });
  return data?.[0] ?? null;
}

/** Since when the number of a request is on the list, also if it is covered: null if it isn't. */
export function useListed(requestId: string) {
  const { id, api: ofWorkspace } = useWorkspace();
  const { data } = useQuery({
    queryKey: [...queryKeys.doNotCall, 'listed', id, requestId],
    queryFn: () => ofWorkspace.requests.listed({ requestId }),
    gcTime: 0,
  });
  return data ?? null;
}

/** How many of these numbers (E.164) are not on the list yet. */
export function useCountNew(phoneNumbers: readonly string[]) {
  return useQuery({
    queryKey: [...queryKeys.doNotCall, 'new', objectId(phoneNumbers)],
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

/** People of one workspace, by their numbers (E.164) or, where these are covered, by their requests. */
interface PeopleToList {
  readonly workspaceId: string;
  readonly phoneNumbers: readonly string[];
  readonly coveredRequestIds: readonly string[];
}

/** Requests of one call. */
const REQUESTS_AT_ONCE = 10_000;

/** Puts people on the list, all with the same reason. */
export function useAddPeople({ workspaceId, phoneNumbers, coveredRequestIds }: PeopleToList) {
  return useMutation({
    mutationFn: async (reason: string): Promise<DoNotCallAdded> => {
      let all: DoNotCallAdded = { added: 0, withdrawn: 0, sentBefore: [] };
      if (phoneNumbers.length > 0) {
        const numbers = phoneNumbers.map((phoneNumber) => ({ phoneNumber, reason }));
        all = await api.doNotCall.add({ numbers });
      }
      const { requests } = workspaceAccess(workspaceId).api;
      for (let at = 0; at < coveredRequestIds.length; at += REQUESTS_AT_ONCE) {
        const requestIds = coveredRequestIds.slice(at, at + REQUESTS_AT_ONCE);
        const { added, withdrawn } = await requests.notToCall({ requestIds, reason });
        all = { ...all, added: all.added + added, withdrawn: all.withdrawn + withdrawn };
      }
      return all;
    },
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
  return useQuery({
    queryKey: [...queryKeys.doNotCall, 'together', id],
    queryFn: () => api.doNotCall.addedTogether({ id }),
    gcTime: 0,
  });
}

/** Saves the whole list as a CSV file that the person chooses. */
export function useSaveDoNotCallList() {
  return useMutation({ mutationFn: () => api.doNotCall.save({}) });
}
