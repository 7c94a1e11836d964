import { Button, Group, Menu, Text } from '@mantine/core';
import { IconDownload, IconLock } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { opensInViewer } from '../../shared/desktop.ts';
import { NO_FILTER, type RequestSelection } from '../../shared/request-filter.ts';
import { api, queries, toApiError } from '../api/api.ts';
import { useAppState, useWorkspace } from '../api/app-state.tsx';
import { SHOW_ERROR_IN_SHELL, showErrorInShell } from '../api/query-client.ts';
import { countOf } from './format.ts';
import { hideToast, StopProgress, showToast } from './toast.tsx';

interface ExportMenuProps {
  readonly saving: boolean;
  readonly width?: number;
  /** A menu item for each kind of file. */
  readonly children: ReactNode;
}

/** The Export button with its menu; disabled where the organisation turns exports off. */
export function ExportMenu({ saving, width, children }: ExportMenuProps) {
  const { isOff, lock } = useExportLock();
  return (
    <Menu position="bottom-end" withinPortal {...(width !== undefined && { width })}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={isOff ? <IconLock size={15} aria-hidden /> : <IconDownload size={15} aria-hidden />}
          loading={saving}
          {...lock}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

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
    onSuccess: ({ path, count }) => {
      if (path === null) return;
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

/** Toast ID for the progress and the result of an export. */
const EXPORT_TOAST = 'export';

/** Interval between polls, ms. Most exports finish before the first. */
const POLL_MS = 700;

/** Shows the progress of an export in a toast with a stop button, until the returned function is called. */
function showExportProgress(workspaceId: string): () => void {
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
    ...queries.requests.exportProgress(),
    refetchInterval: POLL_MS,
    gcTime: 0,
  });
  return (
    <StopProgress onStop={() => api.requests.stopExport()} onError={showErrorInShell}>
      {data && `${Math.floor(data.done * 100)} %`}
    </StopProgress>
  );
}

/** Long enough to read a path and reach for a button. */
const SAVED_MS = 15_000;

interface SavedFileToast {
  readonly id?: string;
  readonly workspaceId?: string;
  readonly title: ReactNode;
  readonly path: string;
}

let shown = 0;

/** Says where a file was saved, and offers to open it or to show its folder. */
export function showSavedFile({ path, ...toast }: SavedFileToast): void {
  shown += 1;
  const id = toast.id ?? `saved-file-${shown}`;
  showToast({ ...toast, id, message: <SavedFile key={shown} path={path} />, autoClose: SAVED_MS });
}

function SavedFile({ path }: Pick<SavedFileToast, 'path'>) {
  const open = useMutation({ mutationFn: () => api.desktop.openSaved({ path }) });
  const show = useMutation({ mutationFn: () => api.desktop.showSaved({ path }) });
  const error = open.error ?? show.error;
  return (
    <>
      {/* Three toasts with long paths must not cover a small window: the whole path is in the tooltip. */}
      <Text component="bdi" inherit lineClamp={2} title={path}>
        {path}
      </Text>
      <Group gap="xs" mt={8}>
        {opensInViewer(path) && (
          <Button size="compact-sm" variant="default" loading={open.isPending} onClick={() => open.mutate()}>
            Open
          </Button>
        )}
        <Button size="compact-sm" variant="default" loading={show.isPending} onClick={() => show.mutate()}>
          Show in folder
        </Button>
      </Group>
      {error && (
        <Text role="alert" component="div" inherit c="var(--mantine-color-error)" mt={8}>
          {sentences(error)}
        </Text>
      )}
    </>
  );
}

function sentences(error: unknown): string {
  const { message, nextStep } = toApiError(error);
  return nextStep === undefined ? message : `${message} ${nextStep}`;
}

const OFF = 'Set by your organisation: candidates’ data can’t be saved to files.';

/** What a control that saves candidates' data to a file says and does while the organisation's policy turns exports off. */
export function useExportLock() {
  const isOff = !useAppState().policy.exportsAllowed;
  return {
    isOff,
    /** For the button: disabled, with who set it. */
    lock: isOff ? { disabled: true, title: OFF, 'aria-description': OFF } : {},
  };
}
