import { ModalsProvider } from '@mantine/modals';
import { Toasts } from '../parts/toast/toasts.tsx';

/** Where dialogs and toasts appear. Nothing on the first screen needs them, so they come right after it. */
export function Overlays() {
  return (
    <>
      <Toasts />
      <ModalsProvider>{null}</ModalsProvider>
    </>
  );
}
