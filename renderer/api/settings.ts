import { useMutation, useQuery } from '@tanstack/react-query';
import type { EditableSettings } from '../../shared/settings.ts';
import { api, queries } from './api.ts';

export function useSettings() {
  return useQuery(queries.settings.get());
}

/** Changes some settings; they apply once this resolves. */
export function useChangeSettings() {
  return useMutation({ mutationFn: (change: EditableSettings) => api.settings.change(change) });
}
