import { isTyping } from '../shortcuts/keyboard-focus.ts';

/** Undoes what Ctrl+Z or Cmd+Z would undo now: in a text field its text, elsewhere the latest change. */
export function pressUndo(): void {
  const target = document.activeElement ?? document.body;
  const key = new KeyboardEvent('keydown', {
    key: 'z',
    code: 'KeyZ',
    ctrlKey: true,
    bubbles: true,
    cancelable: true,
  });
  target.dispatchEvent(key);
  // The browser undoes text only for keys that a person pressed.
  if (!key.defaultPrevented && isTyping(target)) document.execCommand('undo');
}
