import { notifications, notificationsStore } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './show-toast.module.css';

interface Toast {
  /** A toast with the id of one on screen takes its place. */
  readonly id?: string;
  readonly title: ReactNode;
  readonly message?: ReactNode;
  /** `problem`: something did not work, or not all of it; it stays until it is dismissed. `done` where left out. */
  readonly tone?: 'done' | 'problem';
  /** ms after which it goes by itself; false: it stays until it is replaced or dismissed. */
  readonly closesAfter?: number | false;
}

/** How long a toast is there to be read, ms. */
export const TOAST_MS = 5000;

/** Says how something went. Never for errors that need action: those stay where they happened. */
export function showToast({ id, title, message, tone = 'done', closesAfter }: Toast): void {
  const problem = tone === 'problem';
  const toast = {
    ...(id !== undefined && { id }),
    title,
    message,
    color: problem ? 'orange' : 'teal',
    icon: problem ? <IconAlertTriangle size={16} aria-hidden /> : <IconCheck size={16} aria-hidden />,
    autoClose: closesAfter ?? (problem ? false : TOAST_MS),
    withBorder: true,
    // Read out when there is time, and only what is not hidden from screen readers: a countdown is read once.
    'aria-live': 'polite',
    'aria-atomic': true,
    classNames: { title: classes['title'] ?? '', description: classes['message'] ?? '' },
    closeButtonProps: { 'aria-label': 'Dismiss' },
  } as const;
  if (id !== undefined && isToastShown(id)) notifications.update({ ...toast, id });
  else notifications.show(toast);
}

/** Whether the toast of this id is on screen. */
export function isToastShown(id: string): boolean {
  const { notifications: shown, queue } = notificationsStore.getState();
  return [...shown, ...queue].some((toast) => toast.id === id);
}

/** Takes a toast away. */
export function hideToast(id: string): void {
  notifications.hide(id);
}
