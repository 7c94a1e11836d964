/** Toast ID of the latest change, with its Undo, and of what was undone. */
export const CHANGED_TOAST = 'changed';
