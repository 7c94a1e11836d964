import { useQuery } from '@tanstack/react-query';
import { queries } from './api.ts';

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
