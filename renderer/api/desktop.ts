import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, queries } from './api.ts';

/** The desktop's abilities and settings. They can change outside Callboard, so each focus of the window refetches them. */
export function useDesktop() {
  return useQuery({
    ...queries.desktop.state(),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/** Turns starting at login on or off, and shows the system's answer. */
export function useStartAtLogin() {
  const client = useQueryClient();
  const { queryKey } = queries.desktop.state();
  return useMutation({
    mutationFn: (on: boolean) => api.desktop.setStartAtLogin({ on }),
    onSuccess: (startAtLogin) => {
      const before = client.getQueryData(queryKey);
      if (before) client.setQueryData(queryKey, { ...before, startAtLogin });
    },
  });
}
