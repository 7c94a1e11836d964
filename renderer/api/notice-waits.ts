import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useWorkspace, type WorkspaceAccess } from './workspace.ts';

/** Numbers per call, so that no single call holds up the window. */
const CHUNK_SIZE = 1000;

const REFETCH_MS = 60_000;

/** Who was told of the call and when, as the key of {@link useNoticeWaits}. */
export function toldKey(phoneNumber: string, noticeOn: string): string {
  return `${noticeOn} ${phoneNumber}`;
}

/**
 * When those told too recently could be called (UTC ms), by {@link toldKey}; without those who may be called now, or at
 * `notBefore` (UTC ms) if that is later. `told` is only read again if it is another array.
 */
export function useNoticeWaits(told: readonly string[], notBefore: number | null) {
  const workspace = useWorkspace();
  const { data } = useQuery({
    queryKey: workspace.keys.noticeWaits(told, notBefore),
    queryFn: () => findWaits(workspace, told, notBefore),
    enabled: told.length > 0,
    placeholderData: keepPreviousData,
    structuralSharing: false,
    refetchInterval: REFETCH_MS,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  return told.length > 0 ? data : undefined;
}

async function findWaits(
  { api }: WorkspaceAccess,
  told: readonly string[],
  notBefore: number | null,
): Promise<ReadonlyMap<string, number>> {
  const waits = new Map<string, number>();
  for (let start = 0; start < told.length; start += CHUNK_SIZE) {
    const chunk = told.slice(start, start + CHUNK_SIZE);
    const asked = chunk.map((key) => {
      const [noticeOn = '', phoneNumber = ''] = key.split(' ');
      return { phoneNumber, noticeOn };
    });
    const answer = await api.rules.noticeWaits({ told: asked, notBefore });
    for (const [index, until] of answer.entries()) {
      const key = chunk[index];
      if (until !== null && key !== undefined) waits.set(key, until);
    }
  }
  return waits;
}
