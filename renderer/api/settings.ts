import { useMutation, useQuery } from '@tanstack/react-query';
import type { EditableSettings } from '../../shared/settings.ts';
import { api } from './api.ts';
import { queryKeys } from './query-keys.ts';

export function useSettings() {
  return useQuery({ queryKey: queryKeys.settings, queryFn: () => api.settings.get() });
}

/** Changes some settings; they apply once this resolves. */
export function useChangeSettings() {
  return useMutation({ mutationFn: (change: EditableSettings) => api.settings.change(change) });
}
