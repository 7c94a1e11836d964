import { useEffect, useRef } from 'react';
import { isPopupOpen, isTyping } from '../shortcuts/keyboard-focus.ts';

/** Makes Escape leave the focused text field, or otherwise go back, unless an open menu or dialog needs it. */
export function useEscape(back: () => void): void {
  const hadPopup = useRef(false);
  useEffect(() => {
    // A popup that this key closes may be gone by the time it gets here.
    const look = () => {
      hadPopup.current = isPopupOpen();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || hadPopup.current) return;
      if (isTyping(event.target)) event.target.blur();
      else back();
    };
    addEventListener('keydown', look, { capture: true });
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', look, { capture: true });
      removeEventListener('keydown', onKeyDown);
    };
  }, [back]);
}
