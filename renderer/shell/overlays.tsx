import '@mantine/notifications/styles.css';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';

/** Where dialogs and toasts appear. Nothing on the first screen needs them, so they come right after it. */
export function Overlays() {
  return (
    <>
      {/* What is said is there at once: sliding in, it could not be read for a quarter of a second. */}
      <Notifications position="bottom-right" limit={3} containerWidth={360} transitionDuration={0} />
      <ModalsProvider>{null}</ModalsProvider>
    </>
  );
}
