import { useMutation } from '@tanstack/react-query';
import { NO_FILTER } from '../../../shared/no-filter.ts';
import type { RequestSelection } from '../../../shared/request-filter.ts';
import { SHOW_ERROR_IN_SHELL } from '../../api/shell-error.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { countOf } from '../text/count-of.ts';
import { EXPORT_TOAST, showExportProgress } from './export-progress-toast.tsx';

/** All requests of the workspace, including archived ones. */
export const ALL_REQUESTS: RequestSelection = { filter: { ...NO_FILTER, archived: 'any' }, except: [] };

/** Exports requests to a file that the person chooses; toasts show the progress and the result. */
export function useExportRequests() {
  const { id, api } = useWorkspace();
  return useMutation({
    mutationFn: async (input: { selection: RequestSelection; format: 'csv' | 'json' }) => {
      const hideProgress = showExportProgress(id);
      try {
        return await api.requests.exportFile(input);
      } finally {
        hideProgress();
      }
    },
    onSuccess: async ({ path, count }) => {
      if (path === null) return;
      const { showSavedFile } = await import('./show-saved-file.tsx');
      showSavedFile({
        id: EXPORT_TOAST,
        workspaceId: id,
        title: `${countOf(count, 'request')} exported`,
        path,
      });
    },
    meta: SHOW_ERROR_IN_SHELL,
  });
}
