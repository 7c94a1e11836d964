import { useQuery } from '@tanstack/react-query';
import { queries, type WorkspaceAccess } from './api.ts';
import { useWorkspace } from './app-state.tsx';

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

const MINUTE_MS = 60_000;

interface Callee {
  /** E.164; null disables the query. */
  readonly phoneNumber: string | null;
  /** The chosen time zone; null to derive it from the number. */
  readonly timeZone: string | null;
  /** UTC ms; null for now. */
  readonly notBefore: number | null;
}

/** The earliest time a number may be called under the current workspace's rules. */
export function useCallingTime({ phoneNumber, timeZone, notBefore }: Callee) {
  const { queries } = useWorkspace();
  const number = phoneNumber ?? '';
  return useQuery({
    ...queries.rules.callingTime({ phoneNumber: number, timeZone, notBefore }),
    enabled: phoneNumber !== null,
    refetchInterval: MINUTE_MS,
    gcTime: MINUTE_MS,
  });
}
