import { useMutation, useQuery } from '@tanstack/react-query';
import type { EditableSettings } from '../../shared/settings.ts';
import { api } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** The settings of this computer's user. */
export function useSettings() {
  return useQuery({ queryKey: queryKeys.settings, queryFn: () => api.settings.get() });
}

/** Changes some settings; they hold from the answer on. */
export function useChangeSettings() {
  return useMutation({ mutationFn: (change: EditableSettings) => api.settings.change(change) });
}
