import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { GridLayout } from '../../shared/grid-layout.ts';
import { NO_LAYOUT } from '../../shared/no-layout.ts';
import { queries } from './api.ts';
import { useWorkspace } from './app-state.tsx';
import { SHOW_ERROR_IN_SHELL } from './query-client.ts';
import { useSettings } from './settings.ts';

/**
 * The column layout of a workspace's Tracked requests and its setter; undefined while loading. Changes apply immediately and
 * survive a restart.
 */
export function useGridLayout(): readonly [GridLayout | undefined, (layout: GridLayout) => void] {
  const { id: workspaceId, api } = useWorkspace();
  const client = useQueryClient();
  const known = useSettings().data;
  // The query cache notifies asynchronously; without local state a ticked checkbox would flicker.
  const [chosen, setChosen] = useState<GridLayout | null>(null);
  const { mutate } = useMutation({
    mutationFn: (layout: GridLayout) => api.settings.setGridLayout(layout),
    meta: SHOW_ERROR_IN_SHELL,
  });
  const change = useCallback(
    (layout: GridLayout) => {
      setChosen(layout);
      client.setQueryData(
        queries.settings.get().queryKey,
        (before) => before && { ...before, gridLayouts: { ...before.gridLayouts, [workspaceId]: layout } },
      );
      mutate(layout);
    },
    [client, mutate, workspaceId],
  );
  return [known && (chosen ?? known.gridLayouts[workspaceId] ?? NO_LAYOUT), change];
}
