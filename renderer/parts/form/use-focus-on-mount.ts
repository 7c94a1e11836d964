import { type RefObject, useEffect, useRef } from 'react';

/**
 * Gives the focus to an element as soon as it is in the page: for what opens in a popover only once its data has
 * arrived, when the popover has looked for something to focus already.
 */
export function useFocusOnMount<Focusable extends HTMLElement>(): RefObject<Focusable | null> {
  const element = useRef<Focusable>(null);
  useEffect(() => element.current?.focus({ preventScroll: true }), []);
  return element;
}
