import { useQuery } from '@tanstack/react-query';
import type { WorkspaceAccess } from './api.ts';

/** Earlier submissions with one phone number (E.164), never from the cache; disabled for null. */
export function useDuplicatesOf({ queries }: WorkspaceAccess, phoneNumber: string | null) {
  const number = phoneNumber ?? '';
  return useQuery({
    ...queries.submissions.duplicates({ phoneNumbers: [number] }),
    enabled: phoneNumber !== null,
    gcTime: 0,
  });
}

/** Why a number (E.164) may not be called, whatever a person decides; looked up again when the rules or the list change. */
export function useNumberRefusal({ queries }: WorkspaceAccess, phoneNumber: string | null) {
  const number = phoneNumber ?? '';
  return useQuery({
    ...queries.submissions.checkNumber({ phoneNumber: number }),
    enabled: phoneNumber !== null,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
}
