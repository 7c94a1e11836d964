import { notifications, notificationsStore } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { OtherWorkspaceLabel } from '../workspace/other-workspace-label.tsx';

const TONES = {
  done: { color: 'teal', icon: <IconCheck size={16} aria-hidden /> },
  problem: { color: 'orange', icon: <IconAlertTriangle size={16} aria-hidden /> },
  busy: { color: 'gray.6', icon: <IconDots size={16} aria-hidden /> },
} as const;

interface Toast {
  /** Replaces the toast with the same ID and restarts its timer. */
  readonly id?: string;
  readonly title: ReactNode;
  readonly message?: ReactNode;
  /** Its name is shown while another workspace is on screen; omit for toasts about no single workspace. */
  readonly workspaceId?: string;
  /** `done` is the default. `problem` (at least a partial failure) and `busy` stay until replaced or dismissed. */
  readonly tone?: keyof typeof TONES;
  /** ms until the toast closes; false keeps it until replaced or dismissed. */
  readonly autoClose?: number | false;
}

const TOAST_MS = 5000;

let shown = 0;

/** Shows the result of an action. Errors that need action are shown where they happen, not here. */
export function showToast({ title, message, workspaceId, tone = 'done', ...toast }: Toast): void {
  shown += 1;
  const { id = `toast-${shown}`, autoClose = tone === 'done' ? TOAST_MS : false } = toast;
  const notification = {
    id,
    title,
    message: (
      <>
        {workspaceId !== undefined && <OtherWorkspaceLabel id={workspaceId} />}
        {message}
      </>
    ),
    ...TONES[tone],
    // Mantine restarts the timer of an updated toast only if `autoClose` differs.
    autoClose: autoClose && autoClose + shown / 1e6,
    withBorder: true,
    'aria-live': 'polite',
    'aria-atomic': true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  } as const;
  if (isToastShown(id)) notifications.update(notification);
  else notifications.show(notification);
}

/** Whether the toast is on screen or queued. */
export function isToastShown(id: string): boolean {
  const { notifications: onScreen, queue } = notificationsStore.getState();
  return [...onScreen, ...queue].some((toast) => toast.id === id);
}

export function hideToast(id: string): void {
  notifications.hide(id);
}
