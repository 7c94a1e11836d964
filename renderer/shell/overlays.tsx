import { ModalsProvider } from '@mantine/modals';
import { useEffect } from 'react';
import { markDialogHostReady } from '../parts/dialog/open-dialog.ts';
import { Toasts } from '../parts/toast/toasts.tsx';

/** Where dialogs and toasts appear. Nothing on the first screen needs them, so they come right after it. */
export function Overlays() {
  useEffect(markDialogHostReady, []);
  return (
    <>
      <Toasts />
      <ModalsProvider>{null}</ModalsProvider>
    </>
  );
}
