import { IconAlertTriangle, IconCheck, IconDots, IconX } from '@tabler/icons-react';
import { memo, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { OtherWorkspace } from '../workspace/other-workspace.tsx';
import { hideToast, toastList } from './show-toast.ts';
import type { Toast } from './toast-list.ts';
import classes from './toasts.module.css';

/**
 * The corner where toasts appear. A toast is there in the frame after it is said, drawn once and in its place: sliding
 * in, it could not be read for a quarter of a second. While one is pointed at none of them goes by itself.
 */
export function Toasts() {
  const toasts = useSyncExternalStore(toastList.subscribe, toastList.shown);
  const [pointedAt, setPointedAt] = useState<string | null>(null);
  // One that is gone is pointed at no more, whether or not the browser has said so.
  const held = toasts.some(({ id }) => id === pointedAt);
  const [corner] = useState(makeCorner);
  useLayoutEffect(() => {
    document.body.append(corner);
    return () => corner.remove();
  }, [corner]);
  return createPortal(
    toasts.map((toast) => <ToastCard key={toast.id} toast={toast} held={held} onPoint={setPointedAt} />),
    corner,
  );
}

/** An element of its own: were it the body, React would listen there, too, and handle every event of the page twice. */
function makeCorner(): HTMLElement {
  const corner = document.createElement('div');
  corner.className = classes['corner'] ?? '';
  return corner;
}

const ICONS = { done: IconCheck, problem: IconAlertTriangle, busy: IconDots } as const;

interface ToastCardProps {
  readonly toast: Toast;
  /** It does not go by itself now. */
  readonly held: boolean;
  /** Told of its id when the pointer comes to it, and null when it leaves. */
  readonly onPoint: (id: string | null) => void;
}

const ToastCard = memo(function ToastCard({ toast, held, onPoint }: ToastCardProps) {
  const { id, title, message, workspaceId, tone } = toast;
  const ToneIcon = ICONS[tone];
  useClosing(toast, held);
  return (
    // Read out when there is time, and only what is not hidden from screen readers: a countdown is read once.
    <div
      className={classes['toast']}
      role="alert"
      aria-live="polite"
      aria-atomic
      onPointerEnter={() => onPoint(id)}
      onPointerLeave={() => onPoint(null)}
    >
      <div className={classes['icon']} data-tone={tone}>
        <ToneIcon size={16} aria-hidden />
      </div>
      <div className={classes['words']}>
        <div className={classes['title']}>{title}</div>
        {workspaceId !== undefined && <OtherWorkspace id={workspaceId} />}
        <div className={classes['message']}>{message}</div>
      </div>
      <button type="button" className={classes['dismiss']} aria-label="Dismiss" onClick={() => hideToast(id)}>
        <IconX size={16} aria-hidden />
      </button>
    </div>
  );
});

/** Takes the toast away when its time is over; one that takes its place has a time of its own. */
function useClosing(toast: Toast, held: boolean): void {
  useEffect(() => {
    if (held || toast.closesAfter === false) return;
    const timer = setTimeout(() => hideToast(toast.id), toast.closesAfter);
    return () => clearTimeout(timer);
  }, [toast, held]);
}
