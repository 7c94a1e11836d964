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
  /** A toast with the id of one on screen takes its place, and its time begins anew. */
  readonly id?: string;
  readonly title: ReactNode;
  readonly message?: ReactNode;
  /** Whose it is about, left out where it is about all: named where another workspace is on screen. */
  readonly workspaceId?: string;
  /**
   * `problem`: something did not work, or not all of it; `busy`: it is under way. Both stay until they are replaced or
   * dismissed. `done` where left out.
   */
  readonly tone?: keyof typeof TONES;
  /** ms after which it goes by itself; false: it stays until it is replaced or dismissed. */
  readonly autoClose?: number | false;
}

/** How long a toast is there to be read, ms. */
const TOAST_MS = 5000;

let shown = 0;

/** Says how something went. Never for errors that need action: those stay where they happened. */
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
    // Mantine restarts the timer of an updated toast only when its time differs.
    autoClose: autoClose && autoClose + shown / 1e6,
    withBorder: true,
    // Read out when there is time, and only what is not hidden from screen readers: a countdown is read once.
    'aria-live': 'polite',
    'aria-atomic': true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
  } as const;
  if (isToastShown(id)) notifications.update(notification);
  else notifications.show(notification);
}

/** Whether the toast of this id is on screen or waits to be. */
export function isToastShown(id: string): boolean {
  const { notifications: onScreen, queue } = notificationsStore.getState();
  return [...onScreen, ...queue].some((toast) => toast.id === id);
}

/** Takes a toast away. */
export function hideToast(id: string): void {
  notifications.hide(id);
}
