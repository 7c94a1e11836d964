import { type RefObject, useEffect, useRef } from 'react';

/**
 * For the heading of a page that takes another's place: what had the focus is gone with that one, or led here. The keyboard
 * starts at the top of this one, which reads it out; a field that has asked for the focus keeps it.
 */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const focused = document.activeElement;
    const ledHere = focused === document.body || focused?.closest('nav') != null;
    if (ledHere) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
