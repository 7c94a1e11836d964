import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';

/** The toast host. No transition, because a toast that slides in can't be read for a quarter of a second. */
export function Toasts() {
  return (
    <Notifications
      position="bottom-right"
      limit={3}
      containerWidth={360}
      transitionDuration={0}
      allowDragDismiss={false}
      allowScrollDismiss={false}
    />
  );
}
