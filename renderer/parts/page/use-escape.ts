import { useEffect } from 'react';
import { isTyping, wasPopupOpen } from '../shortcuts/keyboard-focus.ts';

/** Makes Escape leave the focused text field, or otherwise go back, unless an open menu or dialog needs it. */
export function useEscape(back: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || wasPopupOpen()) return;
      if (isTyping(event.target)) event.target.blur();
      else back();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [back]);
}
