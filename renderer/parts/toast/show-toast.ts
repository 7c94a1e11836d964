import type { ReactNode } from 'react';
import { ToastList, type ToastTone } from './toast-list.ts';

interface Said {
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
  readonly tone?: ToastTone;
  /** ms after which it goes by itself; false: it stays until it is replaced or dismissed. */
  readonly closesAfter?: number | false;
}

/** How long a toast is there to be read, ms. */
const TOAST_MS = 5000;

/** What `Toasts` draws. */
export const toastList = new ToastList();

let said = 0;

/** Says how something went. Never for errors that need action: those stay where they happened. */
export function showToast({ id, title, message, workspaceId, tone = 'done', closesAfter }: Said): void {
  said += 1;
  toastList.show({
    id: id ?? `toast-${said}`,
    title,
    message,
    workspaceId,
    tone,
    closesAfter: closesAfter ?? (tone === 'done' ? TOAST_MS : false),
  });
}

/** Whether the toast of this id is on screen or waits to be. */
export function isToastShown(id: string): boolean {
  return toastList.has(id);
}

/** Takes a toast away. */
export function hideToast(id: string): void {
  toastList.hide(id);
}
