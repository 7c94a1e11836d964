import { Button, Group } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Notifications, notifications, notificationsStore, useNotifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconDots } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Bridge } from '../../shared/ipc/bridge.ts';
import { toApiError } from '../api/api.ts';
import { OtherWorkspaceLabel } from './dialog.tsx';
import {
  forgetChange,
  forgetChanges,
  isRemembered,
  latestChange,
  rememberChange,
  type UndoableChange,
} from './undo-stack.ts';
import '@mantine/notifications/styles.css';

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
  // The latest are on screen, however many there are.
  else notifications.show({ ...notification, priority: shown });
}

/** Whether the toast is on screen or queued. */
export function isToastShown(id: string): boolean {
  const { notifications: onScreen, queue } = notificationsStore.getState();
  return [...onScreen, ...queue].some((toast) => toast.id === id);
}

export function hideToast(id: string): void {
  notifications.hide(id);
}

const UNDO_MS = 10_000;

interface UndoToast {
  /** Its name is shown while another workspace is on screen. */
  readonly workspaceId: string;
  readonly title: string;
  /** What was changed, if the title isn't a name for it: `Verdict of Ada Lovelace`. */
  readonly what?: string;
  readonly undo: () => Promise<unknown>;
}

let showUndoToastShown = 0;

/** Shows a toast about a change, with an Undo button for the latest; Ctrl+Z or Cmd+Z undoes earlier ones, too. */
export function showUndoToast({ workspaceId, title, what = title, undo }: UndoToast): UndoableChange {
  const change = rememberChange({ workspaceId, what, undo });
  showUndoToastShown += 1;
  showToast({
    id: CHANGED_TOAST,
    workspaceId,
    title,
    // The key remounts the button, because the one it replaces may still be busy.
    message: <UndoButton key={showUndoToastShown} title={title} change={change} />,
    autoClose: UNDO_MS,
  });
  return change;
}

function UndoButton({ title, change }: { readonly title: string; readonly change: UndoableChange }) {
  const { workspaceId, undo } = change;
  const run = useMutation({
    mutationFn: () => {
      forgetChange(change);
      return undo();
    },
    onSuccess: () => hideToast(CHANGED_TOAST),
    onError: (error) =>
      showToast({
        id: CHANGED_TOAST,
        workspaceId,
        tone: 'problem',
        title: `Couldn't undo: ${title}`,
        message: toApiError(error).message,
      }),
  });
  return (
    <Button size="compact-sm" variant="default" loading={run.isPending} onClick={() => run.mutate()}>
      Undo
    </Button>
  );
}

interface StopProgressProps {
  readonly onStop: () => Promise<unknown>;
  readonly onError: (error: unknown) => void;
  /** How far the work is; left out while that is not known. */
  readonly children?: ReactNode;
}

/** The content of a toast about work in progress: a button that stops it, and how far it is. */
export function StopProgress({ onStop, onError, children }: StopProgressProps) {
  const stop = useMutation({ mutationFn: onStop, onError });
  return (
    <Group gap="xs" pt={4} wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        loading={stop.isPending || stop.isSuccess}
        onClick={() => stop.mutate()}
      >
        Stop
      </Button>
      {/* Hidden from screen readers, which would read out every change. */}
      {children && <span aria-hidden>{children}</span>}
    </Group>
  );
}

/** Toasts on screen; older ones are folded. Three would cover most of a low window. */
const MOST_SHOWN = 3;
const LOW_WINDOW = '(max-height: 699px)';

/** The toast host. No transition, because a toast that slides in can't be read for a quarter of a second. */
export function Toasts() {
  const { notifications: onScreen, queue } = useNotifications();
  // Mantine has a root per position.
  const [root, setRoot] = useState<HTMLDivElement | null>(null);
  const [isUnfolded, setUnfolded] = useState(false);
  const isLow = useMediaQuery(LOW_WINDOW, undefined, { getInitialValueInEffect: false });
  const most = isLow ? 1 : MOST_SHOWN;
  const limit = isUnfolded ? Number.MAX_SAFE_INTEGER : most;
  // biome-ignore lint/correctness/useExhaustiveDependencies: Mantine distributes them only when one is added or removed
  useEffect(() => notifications.updateState(notificationsStore, (all) => all), [limit]);
  useEffect(() => {
    if (onScreen.length <= most && queue.length === 0) setUnfolded(false);
  }, [onScreen.length, queue.length, most]);
  useEffect(() => (root ? shareRoom(root) : undefined), [root]);
  return (
    <>
      <Notifications
        ref={(each) => {
          if (each?.dataset['position'] === 'bottom-right') setRoot(each);
        }}
        position="bottom-right"
        limit={limit}
        containerWidth={360}
        transitionDuration={0}
        allowDragDismiss={false}
        allowScrollDismiss={false}
      />
      {root &&
        queue.length > 0 &&
        createPortal(
          <Button size="compact-sm" variant="default" mt="md" onClick={() => setUnfolded(true)}>
            +{queue.length} more
          </Button>,
          root,
        )}
    </>
  );
}

/** Tells the style sheet how much of the window is theirs, so that dialogs and lists end above. */
function shareRoom(root: HTMLDivElement): () => void {
  const observer = new ResizeObserver(() => {
    const height = root.offsetHeight;
    const room = height === 0 ? '0px' : `calc(${height}px + 2 * var(--mantine-spacing-md))`;
    document.documentElement.style.setProperty('--toasts-room', room);
  });
  observer.observe(root);
  return () => observer.disconnect();
}

/** Toast ID of the latest change, with its Undo, and of what was undone. */
export const CHANGED_TOAST = 'changed';

/** Undoes follow each other: the next key press undoes the change before. */
let undone: Promise<void> = Promise.resolve();

/** Undoes the latest change in this workspace, and says what it was or why it can't be undone. */
export function undoLatest(workspaceId: string): Promise<void> {
  undone = undone.then(() => {
    const change = latestChange(workspaceId);
    if (change) return undoNow(change);
    showToast({ id: CHANGED_TOAST, workspaceId, title: 'Nothing to undo' });
    return;
  });
  return undone;
}

/** The same for one change, unless it was undone meanwhile. */
export function undoChange(change: UndoableChange): Promise<void> {
  undone = undone.then(() => (isRemembered(change) ? undoNow(change) : undefined));
  return undone;
}

async function undoNow(change: UndoableChange): Promise<void> {
  const toast = { id: CHANGED_TOAST, workspaceId: change.workspaceId };
  // Whatever happens: a second press must not try the same again.
  forgetChange(change);
  try {
    const left = await change.undo();
    showToast({
      ...toast,
      title: `Undid: ${change.what}`,
      message: typeof left === 'string' ? left : undefined,
    });
  } catch (error) {
    const { message, nextStep } = toApiError(error);
    showToast({
      ...toast,
      tone: 'problem',
      title: `Couldn't undo: ${change.what}`,
      message: [message, nextStep].filter((words) => words !== undefined).join(' '),
    });
  }
}

/** Forgets what can be undone once somebody is erased, here or by a colleague: its words name people. */
export function forgetErased(bridge: Pick<Bridge, 'onChange'>): () => void {
  return bridge.onChange(({ topic }) => {
    if (topic !== 'privacy') return;
    forgetChanges();
    hideToast(CHANGED_TOAST);
  });
}
