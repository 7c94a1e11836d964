import { modals } from '@mantine/modals';
import { flushSync } from 'react-dom';
import { afterPaint } from '../../api/after-paint.ts';
import { dialogOpens } from '../shortcuts/keyboard-focus.ts';

type Dialog = Parameters<typeof modals.open>[0];

const host = Promise.withResolvers<void>();

/** Call when Mantine's ModalsProvider has mounted, which happens after the first screen. */
export const markDialogHostReady = host.resolve;

/**
 * Opens a dialog, which may have to be loaded, once the ModalsProvider has mounted. `modals.open` alone would drop it before
 * that. From now on keys are no longer the page's.
 */
export function openDialog(dialog: Dialog | (() => Promise<Dialog>)): void {
  void dialogOpens(show(dialog));
}

async function show(dialog: Dialog | (() => Promise<Dialog>)): Promise<void> {
  const loaded = typeof dialog === 'function' ? await dialog() : dialog;
  await host.promise;
  // Mantine mounts it in the next frame.
  flushSync(() => void modals.open(loaded));
  await afterPaint();
}
