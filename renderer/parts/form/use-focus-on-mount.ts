import { type RefObject, useEffect, useRef } from 'react';

/** Focuses an element when it mounts. For popovers and dialogs whose focus trap ran before their content had loaded. */
export function useFocusOnMount<Focusable extends HTMLElement>(): RefObject<Focusable | null> {
  const element = useRef<Focusable>(null);
  useEffect(() => element.current?.focus({ preventScroll: true }), []);
  return element;
}
