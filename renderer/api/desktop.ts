import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DesktopState } from '../../shared/desktop.ts';
import { api } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** What the desktop can do and does; it may be changed outside of Callboard, so it is asked again at every look. */
export function useDesktop() {
  return useQuery({
    queryKey: queryKeys.desktop,
    queryFn: () => api.desktop.state(),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/** Has the system start Callboard at login, or no more; what it says then is shown. */
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
