import { modals } from '@mantine/modals';

type Dialog = Parameters<typeof modals.open>[0];

const host = Promise.withResolvers<void>();

/** Call when Mantine's ModalsProvider has mounted, which happens after the first screen. */
export const markDialogHostReady = host.resolve;

/** Opens a dialog once the ModalsProvider has mounted. `modals.open` alone would drop it before that. */
export function openDialog(dialog: Dialog): void {
  void host.promise.then(() => modals.open(dialog));
}
