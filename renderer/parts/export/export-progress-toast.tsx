import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { showErrorInShell } from '../../api/shell-error.ts';
import { countOf } from '../text/count-of.ts';
import { hideToast, showToast } from '../toast/show-toast.tsx';
import classes from './export-progress-toast.module.css';

/** The one toast about requests that are written to a file, and about how that went. */
export const EXPORT_TOAST = 'export';

/** Between two looks at how far it is, ms. Most files are written before the first. */
const LOOK_AGAIN_MS = 700;

/** Says how far the files of requests are, with the way out, until the returned function is called. */
export function showExportProgress(workspaceId: string): () => void {
  let ended = false;
  let timer: ReturnType<typeof setTimeout>;
  const look = async (): Promise<void> => {
    const progress = await api.requests.exportProgress();
    if (ended) return;
    // Where the file goes is still being asked.
    if (!progress) return lookLater();
    showToast({
      id: EXPORT_TOAST,
      workspaceId,
      tone: 'busy',
      title: `Exporting ${countOf(progress.count, 'request')}`,
      message: <ExportProgress />,
    });
  };
  const lookLater = (): void => {
    timer = setTimeout(() => void look().catch(showErrorInShell), LOOK_AGAIN_MS);
  };
  lookLater();
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
    refetchInterval: LOOK_AGAIN_MS,
    gcTime: 0,
  });
  const stop = useMutation({ mutationFn: () => api.requests.stopExport(), onError: showErrorInShell });
  return (
    <div className={classes['progress']}>
      <Button
        size="compact-sm"
        variant="default"
        loading={stop.isPending || stop.isSuccess}
        onClick={() => stop.mutate()}
      >
        Stop
      </Button>
      {/* Read out each time it changes, it would leave no room for anything else. */}
      {data && <span aria-hidden>{Math.floor(data.done * 100)} %</span>}
    </div>
  );
}
