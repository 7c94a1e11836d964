import { useEffect } from 'react';
import { isPopupOpen, isTyping } from '../../parts/shortcuts/keyboard-focus.ts';

/** Escape leaves the field that is typed in, else goes back, unless something else on the page has a use for it. */
export function useEscape(back: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isPopupOpen()) return;
      if (isTyping(event.target)) event.target.blur();
      else back();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [back]);
}
