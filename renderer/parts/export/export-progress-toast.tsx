import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { showErrorInShell } from '../../api/shell-error.ts';
import { countOf } from '../text/count-of.ts';
import { hideToast, showToast } from '../toast/show-toast.tsx';
import { StopProgress } from '../toast/stop-progress.tsx';

/** Toast ID for the progress and the result of an export. */
export const EXPORT_TOAST = 'export';

/** Interval between polls, ms. Most exports finish before the first. */
const POLL_MS = 700;

/** Shows the progress of an export in a toast with a stop button, until the returned function is called. */
export function showExportProgress(workspaceId: string): () => void {
  let ended = false;
  let timer: ReturnType<typeof setTimeout>;
  const poll = async (): Promise<void> => {
    const progress = await api.requests.exportProgress();
    if (ended) return;
    // The save dialog is still open.
    if (!progress) return pollLater();
    showToast({
      id: EXPORT_TOAST,
      workspaceId,
      tone: 'busy',
      title: `Exporting ${countOf(progress.count, 'request')}`,
      message: <ExportProgress />,
    });
  };
  const pollLater = (): void => {
    timer = setTimeout(() => void poll().catch(showErrorInShell), POLL_MS);
  };
  pollLater();
  return () => {
    ended = true;
    clearTimeout(timer);
    hideToast(EXPORT_TOAST);
  };
}

function ExportProgress() {
  const { data } = useQuery({
    queryKey: queryKeys.exportProgress,
    queryFn: () => api.requests.exportProgress(),
    refetchInterval: POLL_MS,
    gcTime: 0,
  });
  return (
    <StopProgress onStop={() => api.requests.stopExport()} onError={showErrorInShell}>
      {data && `${Math.floor(data.done * 100)} %`}
    </StopProgress>
  );
}
