import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DesktopState } from '../../shared/desktop.ts';
import { api } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** The desktop's abilities and settings. They can change outside Callboard, so each focus of the window refetches them. */
export function useDesktop() {
  return useQuery({
    queryKey: queryKeys.desktop,
    queryFn: () => api.desktop.state(),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/** Turns starting at login on or off, and shows the system's answer. */
export function useStartAtLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (on: boolean) => api.desktop.setStartAtLogin({ on }),
    onSuccess: (startAtLogin) => {
      const before = client.getQueryData<DesktopState>(queryKeys.desktop);
      if (before) client.setQueryData(queryKeys.desktop, { ...before, startAtLogin });
    },
  });
}
