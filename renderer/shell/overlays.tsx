import { ModalsProvider } from '@mantine/modals';
import { useEffect } from 'react';
import { markDialogHostReady } from '../parts/dialog.tsx';
import { Toasts } from '../parts/toast.tsx';

/** The hosts of dialogs and toasts. The first screen doesn't need them, so they load after it. */
export function Overlays() {
  useEffect(markDialogHostReady, []);
  return (
    <>
      <Toasts />
      <ModalsProvider>{null}</ModalsProvider>
    </>
  );
}
