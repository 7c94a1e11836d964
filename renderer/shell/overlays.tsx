import { ModalsProvider } from '@mantine/modals';
import { useEffect } from 'react';
import { markDialogHostReady } from '../parts/dialog/open-dialog.ts';
import { Toasts } from '../parts/toast/toasts.tsx';

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
