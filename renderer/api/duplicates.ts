import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Duplicate } from '../../shared/outbox.ts';
import { useWorkspace, type WorkspaceAccess } from './workspace.ts';

/** Earlier submissions by their phone number (E.164), the newest first. */
export type DuplicatesByPhone = ReadonlyMap<string, readonly Duplicate[]>;

/** Numbers per question: as many as are answered before anybody would notice the wait. All questions are asked at once. */
const NUMBERS_AT_ONCE = 1000;

/** Earlier submissions with one phone number (E.164), asked anew each time; nothing is asked for null. */
export function useDuplicatesOf({ api, keys }: WorkspaceAccess, phoneNumber: string | null) {
  const wanted = phoneNumber ?? '';
  return useQuery({
    queryKey: keys.duplicatesOf(wanted),
    queryFn: () => api.submissions.duplicates({ phoneNumbers: [wanted] }),
    enabled: phoneNumber !== null,
    gcTime: 0,
  });
}

/** Earlier submissions with any of these numbers, as a map; the old answer stays while a new one is on its way. */
export function useDuplicatesByPhone(phoneNumbers: readonly string[]) {
  const workspace = useWorkspace();
  return useQuery({
    queryKey: workspace.keys.duplicatesByPhone(phoneNumbers),
    queryFn: () => findDuplicates(workspace, phoneNumbers),
    enabled: phoneNumbers.length > 0,
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
  const asked: Promise<readonly Duplicate[]>[] = [];
  for (let at = 0; at < phoneNumbers.length; at += NUMBERS_AT_ONCE)
    asked.push(api.submissions.duplicates({ phoneNumbers: phoneNumbers.slice(at, at + NUMBERS_AT_ONCE) }));
  return Map.groupBy((await Promise.all(asked)).flat(), ({ phoneNumber }) => phoneNumber);
}
