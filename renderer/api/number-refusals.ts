import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { NumberRefusal } from '../../shared/number-refusal.ts';
import { useWorkspace, type WorkspaceAccess } from './workspace.ts';

/** Why numbers may not be called, by number (E.164). */
export type RefusalsByPhone = ReadonlyMap<string, NumberRefusal>;

/** Phone numbers per call, so that no single call keeps the database busy noticeably long. */
const CHUNK_SIZE = 1000;

/** Those of these numbers that may not be called, looked up while `enabled`, and again when the list or the rules change. */
export function useRefusalsByPhone(phoneNumbers: readonly string[], enabled: boolean) {
  const workspace = useWorkspace();
  return useQuery({
    queryKey: workspace.keys.refusals(phoneNumbers),
    queryFn: () => findRefusals(workspace, phoneNumbers),
    enabled: enabled && phoneNumbers.length > 0,
    placeholderData: keepPreviousData,
    structuralSharing: false,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
}

async function findRefusals(
  { api }: WorkspaceAccess,
  phoneNumbers: readonly string[],
): Promise<RefusalsByPhone> {
  const refusals = new Map<string, NumberRefusal>();
  for (let start = 0; start < phoneNumbers.length; start += CHUNK_SIZE) {
    const chunk = phoneNumbers.slice(start, start + CHUNK_SIZE);
    const found = await api.submissions.refusals({ phoneNumbers: chunk });
    for (const [index, refusal] of found.entries()) if (refusal) refusals.set(chunk[index] ?? '', refusal);
  }
  return refusals;
}
