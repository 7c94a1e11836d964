import { useEffect } from 'react';

/** Escape goes back, unless something else on the page has a use for it. */
export function useEscape(back: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      const busy = document.querySelector('[role="dialog"], [role="menu"]') !== null;
      if (!busy) back();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [back]);
}
