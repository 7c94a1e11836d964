import { type RefObject, useLayoutEffect } from 'react';

/** Passes the focus from a control to the one that replaces it. Both share `focused`: whether the replaced one had the focus. */
export function useFocusHandover(control: RefObject<HTMLElement | null>, focused: RefObject<boolean>): void {
  useLayoutEffect(() => {
    const element = control.current;
    if (focused.current) element?.focus({ preventScroll: true });
    // Runs before the element is removed and loses the focus.
    return () => {
      focused.current = element !== null && element === document.activeElement;
    };
  }, [control, focused]);
}
