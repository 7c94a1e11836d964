import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';

/** The toast host. No transition, because a toast that slides in can't be read for a quarter of a second. */
export function Toasts() {
  return (
    <Notifications
      ref={shareRoom}
      position="bottom-right"
      limit={3}
      containerWidth={360}
      transitionDuration={0}
      allowDragDismiss={false}
      allowScrollDismiss={false}
    />
  );
}

/** Tells the style sheet how much of the window is theirs, so that dialogs end above. Mantine has a root per position. */
function shareRoom(root: HTMLDivElement | null): (() => void) | undefined {
  if (root?.dataset['position'] !== 'bottom-right') return undefined;
  const observer = new ResizeObserver(() => {
    const height = root.offsetHeight;
    const room = height === 0 ? '0px' : `calc(${height}px + 2 * var(--mantine-spacing-md))`;
    document.documentElement.style.setProperty('--toasts-room', room);
  });
  observer.observe(root);
  return () => observer.disconnect();
}
