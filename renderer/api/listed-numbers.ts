import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ForbiddingEntry } from '../../shared/do-not-call.ts';
import { queryKeys } from './query-keys.ts';
import { useWorkspace, type WorkspaceAccess } from './workspace.ts';

/** Entries of the do-not-call list by phone number (E.164). */
export type ListedByPhone = ReadonlyMap<string, ForbiddingEntry>;

/** Phone numbers per call, so that no single call keeps the database busy noticeably long. */
const CHUNK_SIZE = 1000;

/** Those of these numbers that nobody may call, looked up while `enabled`, and again when the list changes. */
export function useListedByPhone(phoneNumbers: readonly string[], enabled: boolean) {
  const workspace = useWorkspace();
  return useQuery({
    queryKey: [...queryKeys.doNotCall, 'among', workspace.id, phoneNumbers],
    queryFn: () => findListed(workspace, phoneNumbers),
    enabled: enabled && phoneNumbers.length > 0,
    placeholderData: keepPreviousData,
    structuralSharing: false,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
}

async function findListed({ api }: WorkspaceAccess, phoneNumbers: readonly string[]): Promise<ListedByPhone> {
  const listed = new Map<string, ForbiddingEntry>();
  for (let start = 0; start < phoneNumbers.length; start += CHUNK_SIZE) {
    const chunk = phoneNumbers.slice(start, start + CHUNK_SIZE);
    const found = await api.submissions.listedNumbers({ phoneNumbers: chunk });
    for (const [index, entry] of found.entries()) if (entry) listed.set(chunk[index] ?? '', entry);
  }
  return listed;
}
