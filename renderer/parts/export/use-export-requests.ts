import { useMutation } from '@tanstack/react-query';
import { NO_FILTER } from '../../../shared/no-filter.ts';
import type { RequestSelection } from '../../../shared/request-filter.ts';
import { SHOW_ERROR_IN_SHELL } from '../../api/shell-error.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { countOf } from '../text/count-of.ts';
import { showToast } from '../toast/show-toast.tsx';
import { EXPORT_TOAST, showExportProgress } from './export-progress-toast.tsx';

/** All requests of the workspace, those in the archive, too. */
export const ALL_REQUESTS: RequestSelection = { filter: { ...NO_FILTER, archived: 'any' }, except: [] };

/** Writes requests to a file of the person's choice, and says how far that is and how it went. */
export function useExportRequests() {
  const { id, api } = useWorkspace();
  return useMutation({
    mutationFn: async (input: { selection: RequestSelection; format: 'csv' | 'json' }) => {
      const unfollow = showExportProgress(id);
      try {
        return await api.requests.exportFile(input);
      } finally {
        unfollow();
      }
    },
    onSuccess: ({ path, count }) => {
      if (path === null) return;
      showToast({
        id: EXPORT_TOAST,
        workspaceId: id,
        title: `${countOf(count, 'request')} exported`,
        message: path,
      });
    },
    meta: SHOW_ERROR_IN_SHELL,
  });
}
