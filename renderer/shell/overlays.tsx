import '@mantine/notifications/styles.css';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';

/** Where dialogs and toasts appear. Nothing on the first screen needs them, so they come right after it. */
export function Overlays() {
  return (
    <>
      <Notifications position="bottom-right" limit={3} containerWidth={360} />
      <ModalsProvider>{null}</ModalsProvider>
    </>
  );
}
