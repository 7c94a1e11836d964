import { type RefObject, useLayoutEffect } from 'react';

/**
 * For a control that another takes the place of: the keyboard stays on what is there. `focused` is shared by both, and says
 * whether the one that went had the focus.
 */
export function useFocusHandover(control: RefObject<HTMLElement | null>, focused: RefObject<boolean>): void {
  useLayoutEffect(() => {
    const element = control.current;
    if (focused.current) element?.focus({ preventScroll: true });
    // Before it leaves the page, and the focus with it.
    return () => {
      focused.current = element !== null && element === document.activeElement;
    };
  }, [control, focused]);
}
