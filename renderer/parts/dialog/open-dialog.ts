import { modals } from '@mantine/modals';

type Dialog = Parameters<typeof modals.open>[0];

const place = Promise.withResolvers<void>();

/** To be called when there is a place where dialogs appear: it comes after the first screen. */
export const markDialogHostReady = place.resolve;

/** Opens a dialog, as soon as there is a place for it: Mantine's own call would lose one that is asked for before. */
export function openDialog(dialog: Dialog): void {
  void place.promise.then(() => modals.open(dialog));
}
