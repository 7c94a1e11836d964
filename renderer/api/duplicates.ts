import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callKey } from '../../shared/call-key.ts';
import type { Duplicate } from '../../shared/outbox.ts';
import { useWorkspace, type WorkspaceAccess } from './workspace.ts';

/** Earlier submissions by the call key of their number, newest first. */
export type DuplicatesByPhone = ReadonlyMap<string, readonly Duplicate[]>;

/** Phone numbers per call, so that no single call keeps the database busy noticeably long. */
const CHUNK_SIZE = 1000;

/** Earlier submissions with one phone number (E.164), never from the cache; disabled for null. */
export function useDuplicatesOf({ api, keys }: WorkspaceAccess, phoneNumber: string | null) {
  const number = phoneNumber ?? '';
  return useQuery({
    queryKey: keys.duplicatesOf(number),
    queryFn: () => api.submissions.duplicates({ phoneNumbers: [number] }),
    enabled: phoneNumber !== null,
    gcTime: 0,
  });
}

/** Earlier submissions with any of these numbers, looked up while `enabled`; keeps the previous data while loading. */
export function useDuplicatesByPhone(phoneNumbers: readonly string[], enabled: boolean) {
  const workspace = useWorkspace();
  return useQuery({
    queryKey: workspace.keys.duplicatesByPhone(phoneNumbers),
    queryFn: () => findDuplicates(workspace, phoneNumbers),
    enabled: enabled && phoneNumbers.length > 0,
    placeholderData: keepPreviousData,
    structuralSharing: false,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
}

async function findDuplicates(
  { api }: WorkspaceAccess,
  phoneNumbers: readonly string[],
): Promise<DuplicatesByPhone> {
  const found: Duplicate[] = [];
  // One after another: handing over the numbers of a large file at once would hold up the window.
  for (let start = 0; start < phoneNumbers.length; start += CHUNK_SIZE) {
    const chunk = phoneNumbers.slice(start, start + CHUNK_SIZE);
    found.push(...(await api.submissions.duplicates({ phoneNumbers: chunk })));
  }
  return Map.groupBy(found, ({ phoneNumber }) => callKey(phoneNumber));
}
