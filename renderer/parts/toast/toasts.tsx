import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';

/** The corner where toasts appear: there at once, for sliding in they could not be read for a quarter of a second. */
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
